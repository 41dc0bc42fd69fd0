import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { session } from '#client/core/session/session-state.ts'
import { doneSteps } from '#client/insights/first-steps/first-steps.fixture.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { type Insights, weekdays } from '#shared/insights/contract.ts'
import { Component, preload } from './page.tsx'

const skuId = '0193a000-0000-7000-8000-0000000000a1'
const trademarkId = '0193a000-0000-7000-8000-0000000000b1'
const counted: Insights = {
  from: '2026-11-17T10:00:00.000Z',
  to: '2026-11-24T10:00:00.000Z',
  behind: 0,
  unusual: null,
  step: 'day',
  summary: [
    { action: 'GENERATION', count: 40, previous: 0, trend: null },
    { action: 'VERIFY', count: 90, previous: 80, trend: 12.5 },
    { action: 'REDIRECT', count: 9, previous: 3, trend: 200 },
  ],
  activeCodes: { count: 1234, trend: 0, activated: [10, 0] },
  outliers: { count: 2, previous: 4, trend: -50, opened: [0, 2] },
  risk: [],
  activityMap: [],
  os: { iOS: 60, Android: 30 },
  points: ['2026-11-23T00:00:00.000Z', '2026-11-24T00:00:00.000Z'],
  trend: { creation: [40, 0], verify: [50, 40], redirect: [4, 5] },
  previousTrend: { creation: [0, 0], verify: [40, 40], redirect: [3, 0] },
  weeklyActivity: Array.from({ length: 24 }, (_, hour) => ({
    hour,
    Sun: 0,
    Mon: 0,
    Tue: hour === 9 ? 90 : 0,
    Wed: 0,
    Thu: 0,
    Fri: 0,
    Sat: 0,
  })),
}
const place = { location: 'Jakarta', country: 'Indonesia', lat: -6.2, lng: 106.8, trademarkId, skuId }

let requestUrls: URL[]
/** A server with these numbers and places. */
function around(numbers: Insights, places: unknown[] = [place], steps: object = { scanned: true }) {
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, 'http://test')
    requestUrls.push(url)
    if (url.pathname === '/api/insights') return Response.json(numbers)
    if (url.pathname === '/api/geoip') return Response.json(places)
    if (url.pathname === '/api/insights/places')
      return Response.json([{ ...place, location: 'Medan', scans: 1, suspicious: 0 }])
    if (url.pathname === '/api/insights/first-steps') return Response.json(steps)
    if (url.pathname === '/api/sku')
      return Response.json({ rows: [{ id: skuId, name: 'Green', sku: 'G-1', trademarkId }], total: 1 })
    if (url.pathname.startsWith('/api/sku/'))
      return Response.json({ id: url.pathname.split('/').at(-1), name: 'Black', sku: 'B-2', trademarkId })
    if (url.pathname === '/api/trademark')
      return Response.json({ rows: [{ id: trademarkId, registration_name: 'HIGHLAND' }], total: 1 })
    return Response.json({ rows: [], total: 0 })
  })
}
const queries = () =>
  requestUrls.filter(({ pathname }) => pathname === '/api/insights').map(({ searchParams }) => searchParams)

beforeEach(() => {
  requestUrls = []
  queryClient.clear()
  // The map waits until it is scrolled into view, which jsdom does not tell.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
const setUp = () => setUpDevice({ texts: ['insights', 'insightsOverview', 'insightsMap'] })

test('finds a trademark that is not listed when the merchant has more than one call returns [IN01]', async () => {
  around(counted)
  const respond = fetch
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, 'http://test')
    if (url.pathname !== '/api/trademark') return respond(input)
    const name = url.searchParams.has('search') ? 'MEADOW' : 'HIGHLAND'
    return Response.json({ rows: [{ id: trademarkId.replace('b1', name), registration_name: name }], total: 201 })
  })
  const { show, user } = await setUp()
  show(Component, '/insights')
  await user.type(await screen.findByRole('searchbox', { name: 'Search: Trademark' }), 'mea')
  expect(await screen.findByRole('option', { name: 'MEADOW' })).toBeTruthy()
})

test('shows the four counts with their trends, each as a link to the counted items [IN02]', async () => {
  around(counted)
  const { show } = await setUp()
  show(Component, `/insights?sku=${skuId}`)
  const card = async (name: string) => (await screen.findByRole('link', { name })).closest('[data-count]')!
  await waitFor(async () => expect((await card('Total Scans')).textContent).toContain('90'))
  expect((await card('Total Scans')).textContent).toMatch(/90.*\+12\.5%.*Previous: 80/)
  expect((await card('Total Redirects')).textContent).toMatch(/9.*\+200%.*Strong growth/)
  expect((await card('Outlier Detection')).textContent).toMatch(/2.*-50%.*Previous: 4/)
  expect((await card('Total Active Codes')).textContent).toMatch(/1,234.*0%/)
  const range = new URLSearchParams({ from: counted.from, to: counted.to, sku: skuId })
  expect(screen.getByRole('link', { name: 'Outlier Detection' }).getAttribute('href')).toBe(`/alerts?${range}`)
})

test('requests its numbers only once when they were preloaded [IN02]', async () => {
  around(counted)
  const { show } = await setUp()
  await preload(new URLSearchParams({ sku: skuId }))
  await waitFor(() => expect(queries()).toHaveLength(1))
  show(Component, `/insights?sku=${skuId}`)
  // Drawn with the numbers, not with placeholders of them.
  expect((await screen.findByRole('link', { name: 'Total Scans' })).closest('[data-count]')!.textContent).toContain(
    '90',
  )
  expect(queries().map((query) => query.get('skuId'))).toEqual([skuId])
  session.setState({ claims: { ...session.getState().claims!, emailConfirmed: false } })
  await preload(new URLSearchParams())
  expect(queries()).toHaveLength(1)
})

test('requests today and the six days before, and keeps chosen filters in the URL [IN01]', async () => {
  around(counted)
  const { show, user } = await setUp()
  const router = show(Component, '/insights')
  await screen.findAllByRole('option', { name: 'Green - G-1' })
  await screen.findByRole('option', { name: 'Jakarta, Indonesia' })
  const [first] = queries()
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  midnight.setDate(midnight.getDate() - 6)
  expect(first!.get('from')).toBe(midnight.toISOString())
  await user.selectOptions(screen.getByLabelText('SKU'), 'Green - G-1')
  await user.selectOptions(screen.getByLabelText('Location'), 'Jakarta, Indonesia')
  await user.selectOptions(screen.getByLabelText('Date range'), 'This Year')
  expect(router.state.location.search).toBe('')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  const params = new URLSearchParams(router.state.location.search)
  expect(Object.fromEntries(params)).toEqual({ range: '1y', sku: skuId, location: 'Jakarta, Indonesia' })
  await waitFor(() => expect(queries().at(-1)!.get('skuId')).toBe(skuId))
  expect(queries().at(-1)!.get('location')).toBe('Jakarta, Indonesia')
  await user.selectOptions(screen.getByLabelText('Trademark'), 'HIGHLAND')
  await waitFor(() => expect(queries().at(-1)!.get('trademarkId')).toBe(trademarkId))
  expect(queries().at(-1)!.get('skuId')).toBeNull()
})

test('offers all locations of a long range, also those without recent scans [IN01]', async () => {
  around(counted)
  const { show } = await setUp()
  show(Component, '/insights?range=1y')
  await screen.findByRole('option', { name: 'Medan, Indonesia' })
  expect(screen.getByRole('option', { name: 'Jakarta, Indonesia' })).toBeTruthy()
})

test('shows the view of a link, and ignores invalid filters [IN01]', async () => {
  around(counted)
  const { show } = await setUp()
  show(Component, `/insights?range=own&from=2026-01-05&to=2026-01-06&sku=${skuId}&trademark=junk`)
  await waitFor(() => expect(queries()).toHaveLength(1))
  const [query] = queries()
  expect(query!.get('from')).toBe(new Date(2026, 0, 5).toISOString())
  expect(query!.get('to')).toBe(new Date(2026, 0, 7).toISOString())
  expect([query!.get('skuId'), query!.get('trademarkId')]).toEqual([skuId, null])
})

test('rejects own dates without a day, in the future, or in the wrong order [IN01]', async () => {
  around(counted)
  const { show, user } = await setUp()
  const router = show(Component, '/insights')
  await user.selectOptions(await screen.findByLabelText('Date range'), 'Custom')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  expect(await screen.findAllByText('Please choose a date')).toHaveLength(2)
  await user.type(screen.getByLabelText('From'), '2026-01-06')
  await user.type(screen.getByLabelText('To'), '2999-01-01')
  expect(await screen.findByText('Please choose a date that is not in the future')).toBeTruthy()
  await user.clear(screen.getByLabelText('To'))
  await user.type(screen.getByLabelText('To'), '2026-01-05')
  expect(await screen.findByText('Start Time must be before End Time')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  expect(router.state.location.search).toBe('')
  expect(queries()).toHaveLength(1)
})

test('shows the numbers of the charts as tables [IN03]', async () => {
  around(counted)
  const { show, user } = await setUp()
  show(Component, '/insights')
  await screen.findByRole('slider', { name: /^Scans by hour/ })
  for (const button of screen.getAllByRole('button', { name: 'View as table' })) await user.click(button)
  const [lines, hours, systems] = ['Scanning activities', 'Time of Scanning Activities', 'Operating systems'].map(
    (name) => within(screen.getByRole('table', { name })).getAllByRole('row'),
  )
  expect(
    lines!.slice(1).map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['40', '0', '50', '40', '4', '3'],
    ['0', '0', '40', '40', '5', '0'],
  ])
  expect(hours).toHaveLength(25)
  expect(
    within(hours![0]!)
      .getAllByRole('columnheader')
      .slice(1)
      .map((cell) => cell.textContent),
  ).toEqual([...weekdays])
  expect(hours![10]!.textContent).toBe('09:00' + '00' + '90' + '0000')
  expect(systems!.slice(1).map((row) => row.textContent)).toEqual(['iOS6066.7%', 'Android3033.3%'])
})

test('leads by keyboard through the hours of the week and the systems [IN03]', async () => {
  around(counted)
  const { show, user } = await setUp()
  show(Component, '/insights')
  const hours = await screen.findByRole('slider', { name: /^Scans by hour/ })
  expect(hours.getAttribute('aria-valuetext')).toBe('Tue, 09:00: 90')
  hours.focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(hours.getAttribute('aria-valuetext')).toBe('Wed, 10:00: 0')
  const systems = screen.getByRole('slider', { name: /^Scans by operating system/ })
  systems.focus()
  await user.keyboard('{ArrowRight}')
  expect(systems.getAttribute('aria-valuetext')).toBe('Android: 30, 33.3%')
})

const nothing: Insights = {
  ...counted,
  summary: counted.summary.map((one) => ({ ...one, count: 0, previous: 0, trend: null })),
}

test('shows the next step before the first scan, and a button to reset filters without a match [IN01]', async () => {
  const nextStep = async (name: string, steps: object) => {
    queryClient.clear()
    around(nothing, [], { ...doneSteps, scanned: false, ...steps })
    show(Component, '/insights')
    expect(await screen.findByText('No scans yet')).toBeTruthy()
    return screen.getByRole('link', { name }).getAttribute('href')
  }
  const { show, user } = await setUp()
  expect(await nextStep('Create codes', { codes: false, activated: false })).toBe('/generatecode')
  expect(await nextStep('See the plans', { plan: false, codes: false, activated: false })).toBe('/settings/credit')
  expect(await nextStep('Print a label', {})).toBe('/generatecode?open=labels')
  queryClient.clear()
  // Scanned before the last months, which the list of places has.
  around(nothing, [])
  const router = show(Component, `/insights?sku=${skuId}`)
  await user.click(await screen.findByRole('button', { name: 'Show all of this year' }))
  expect(router.state.location.search).toBe('?range=1y')
})

test('sends no request before the e-mail is confirmed [IN01]', async () => {
  around(counted)
  const { show } = await setUp()
  const { claims } = session.getState()
  session.setState({ claims: { ...claims!, emailConfirmed: false } })
  show(Component, '/insights')
  expect(await screen.findByRole('link', { name: 'Go to settings' })).toBeTruthy()
  expect(requestUrls).toEqual([])
})

test('compares the scans of two places in the range, and keeps the comparison in the URL [IN03]', async () => {
  around(counted, [place, { ...place, location: 'Tokyo', country: 'Japan' }])
  const { show, user } = await setUp()
  const router = show(Component, '/insights?range=1m')
  const panel = within(await screen.findByRole('region', { name: 'Comparison' }))
  await user.selectOptions(panel.getByLabelText('Compare'), 'Location')
  await user.selectOptions(panel.getByLabelText('First'), 'Jakarta, Indonesia')
  await user.selectOptions(panel.getByLabelText('Second'), 'Tokyo, Japan')
  await panel.findByText('Jakarta, Indonesia: 99 scans')
  panel.getByText('Tokyo, Japan: 99 scans')
  expect(queries().map((query) => query.get('location'))).toEqual(
    expect.arrayContaining(['Jakarta, Indonesia', 'Tokyo, Japan']),
  )
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    range: '1m',
    compare: 'location',
    first: 'Jakarta, Indonesia',
    second: 'Tokyo, Japan',
  })
})

test('compares the products of a link, also one that is not in the list [IN03]', async () => {
  around(counted)
  const { show } = await setUp()
  show(Component, `/insights?first=${skuId}&second=${trademarkId}`)
  const panel = within(await screen.findByRole('region', { name: 'Comparison' }))
  await panel.findByText('Green - G-1: 99 scans')
  await panel.findByText('Black - B-2: 99 scans')
  expect(queries().map((query) => query.get('skuId'))).toEqual(expect.arrayContaining([skuId, trademarkId]))
})
