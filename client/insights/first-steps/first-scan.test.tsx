import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { session } from '#client/core/session/session-state.ts'
import { rememberUser } from '#client/core/session/session-storage.ts'
import { Component } from '#client/insights/dashboard-page.tsx'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { doneSteps } from './first-steps.fixture.ts'

let scanned: boolean
let week: number
let send: (event: string) => void

const steps = () => ({ ...doneSteps, scanned })
const none = { business: 0, trademark: 0, certificate: 0 }
const answers: Record<string, () => unknown> = {
  '/api/insights/first-steps': steps,
  '/api/business/progress': () => ({ businessUpdated: true, trademarkRegistered: true }),
  '/api/insights/attention': () => ({
    scans: { week, before: 0 },
    openAlerts: 0,
    jobs: [],
    approvals: { waiting: none, toCorrect: none },
  }),
  '/api/insights/trend': () => [{ month: '2026-11', created: 0, generated: 0 }],
}

beforeEach(() => {
  queryClient.clear()
  scanned = false
  week = 0
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input, 'http://test')
    if (pathname !== '/api/events') return Response.json(answers[pathname]?.() ?? { rows: [], total: 0 })
    const { readable, writable } = new TransformStream<Uint8Array>()
    const writer = writable.getWriter()
    send = (event) => void writer.write(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`))
    return new Response(readable)
  })
})
afterEach(() => localStorage.clear())

async function open() {
  const device = await setUpDevice({ texts: ['insights'] })
  const { claims } = session.getState()
  rememberUser({ claims: claims!, user: { merchantId: 'm' } as never })
  device.show(Component)
  return device
}
const scans = async () => (await screen.findByRole('link', { name: 'Scans in 7 days' })).closest('[data-count]')!

test('shows a scan without a reload, and announces the first one until it is dismissed [DB01]', async () => {
  const { show, user } = await open()
  await screen.findByText('8 of 9 steps done')
  expect((await scans()).textContent).toContain('0')
  expect(screen.queryByRole('heading', { name: 'Your first label was scanned' })).toBeNull()
  ;[scanned, week] = [true, 1]
  send('scans')
  await screen.findByRole('heading', { name: 'Your first label was scanned' })
  await waitFor(async () => expect((await scans()).textContent).toContain('1'))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Your first label was scanned')
  expect(screen.getByRole('link', { name: 'See the scan' }).getAttribute('href')).toBe('/insights#scans')
  // Also after a reload, because people scan with a phone and look here later.
  show(Component)
  await screen.findByRole('heading', { name: 'Your first label was scanned' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('heading', { name: 'Your first label was scanned' })).toBeNull()
  show(Component)
  await scans()
  expect(screen.queryByRole('heading', { name: 'Your first label was scanned' })).toBeNull()
})

test('does not announce scans of an account that had some before [DB01]', async () => {
  scanned = true
  await open()
  await scans()
  expect(screen.queryByRole('heading', { name: 'Your first label was scanned' })).toBeNull()
})
