import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { formatDateTime } from '#client/core/format/date.ts'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { weekdays } from '#shared/insights/contract.ts'
import { Component } from './page.tsx'

let held: (() => void)[]
let isSlow: boolean

/** The numbers of a range: its scans are the days of the range, with the one that has begun. */
function numbersOf(url: URL) {
  const [from, to] = [url.searchParams.get('from')!, url.searchParams.get('to')!]
  const count = Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  const summary = ['GENERATION', 'VERIFY', 'REDIRECT'].map((action) => ({ action, count, previous: 0, trend: null }))
  const nothing = Object.fromEntries(weekdays.map((day) => [day, 0]))
  return {
    from,
    to,
    behind: 0,
    unusual: null,
    step: 'day',
    summary,
    risk: [],
    activityMap: [],
    os: { iOS: count },
    activeCodes: { count: 1, trend: 0, activated: [1] },
    outliers: { count: 0, previous: 0, trend: null, opened: [0] },
    points: [to],
    trend: { creation: [0], verify: [count], redirect: [0] },
    previousTrend: { creation: [0], verify: [0], redirect: [0] },
    weeklyActivity: Array.from({ length: 24 }, (_, hour) => ({ hour, ...nothing })),
  }
}

beforeEach(() => {
  queryClient.clear()
  held = []
  isSlow = false
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, 'http://test')
    if (isSlow && !url.pathname.startsWith('/api/insights/map')) await new Promise<void>((done) => held.push(done))
    if (url.pathname === '/api/insights') return Response.json(numbersOf(url))
    if (['/api/insights/places', '/api/geoip'].includes(url.pathname)) return Response.json([])
    return Response.json({
      rows: [{ id: 'a', SKU: 'Green', Action: 'VERIFY', Time: '2026-11-24T10:00:00Z' }],
      total: 1,
    })
  })
})

const release = () => {
  isSlow = false
  for (const answer of held.splice(0)) answer()
}
const scans = async () => (await screen.findByRole('link', { name: 'Total Scans' })).closest('[data-count]')!
const isDimmed = (element: Element) => element.closest('[data-outdated]') !== null

test('dims the numbers of the earlier range, under their dates, until the new ones arrive [IN01]', async () => {
  const { show, user } = await setUpDevice({ texts: ['insights', 'insightsOverview', 'insightsMap'] })
  show(Component, '/insights')
  await waitFor(async () => expect((await scans()).textContent).toContain('7'))
  const table = await screen.findByRole('table', { name: 'SKU variation scanned' })
  await screen.findByRole('button', { name: /Green/ })
  expect([isDimmed(await scans()), isDimmed(table)]).toEqual([false, false])
  const dates = () => screen.getByText(/ – .*, vs\. previous period/).textContent!
  const before = dates()
  isSlow = true
  await user.selectOptions(screen.getByLabelText('Date range'), 'This Year')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await waitFor(async () => expect(isDimmed(await scans())).toBe(true))
  expect(isDimmed(screen.getByRole('table', { name: 'SKU variation scanned' }))).toBe(true)
  expect((await scans()).textContent).toContain('7')
  expect(dates()).toBe(before)
  expect(screen.getAllByText('Loading what you selected …').length).toBeGreaterThan(0)
  release()
  await waitFor(async () => expect((await scans()).textContent).toMatch(/36[67]/))
  expect(isDimmed(await scans())).toBe(false)
  const lastYear = new Date()
  lastYear.setFullYear(lastYear.getFullYear() - 1)
  expect(dates()).toContain(formatDateTime(lastYear.toISOString()).slice(0, -6))
  await waitFor(() => expect(isDimmed(screen.getByRole('table', { name: 'SKU variation scanned' }))).toBe(false))
})
