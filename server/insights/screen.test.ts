import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { type InsightsQuery, insightsContract } from '#shared/insights/contract.ts'
import { placeOf, storeScans } from './scans/scans.fixture.ts'

let world: TestApp
let person: Person
let skuId: string
let merchantId: string
beforeAll(async () => {
  world = await testApp({ config: { mapStyleUrl: 'https://tiles.brand.example/style.json' } })
  person = await world.approvedMerchant({ credit: 10 })
  merchantId = person.merchantId!
  skuId = await productOf(world, person)
})
afterAll(() => world.close())

type Given = Partial<InsightsQuery> & { from: string; to: string }
const read = (query: Given, who = person) => world.api(insightsContract, who).read({ query })
const list = (query: Given & { page?: number; limit?: number; search?: string }) =>
  world.api(insightsContract, person).scans({ query })
const countOf = (answer: Awaited<ReturnType<typeof read>>, action: string) =>
  answer.summary.find((line) => line.action === action)

async function report(query: Record<string, string>, who = person, language = 'en') {
  const { headers, body } = await world.app.inject({
    url: `/api/insights/report?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${who.token}`, 'accept-language': language },
  })
  return { headers, lines: body.trim().split('\r\n') }
}

const issuesOf = (query: object) =>
  world
    .api(insightsContract, person)
    .read({ query: query as Given })
    .then(
      () => [],
      (error) => error.details.issues.map(({ path }: { path: string }) => path),
    )

test('rejects a range that ends before it begins, ends in the future, or has an unknown time zone [IN06]', async () => {
  const [from, to] = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z']
  expect(await issuesOf({ from, to })).toEqual(['to'])
  expect(await issuesOf({ from, to: new Date(Date.now() + 3_600_000).toISOString() })).toEqual(['to'])
  expect(await issuesOf({ from, to: '2026-01-03T00:00:00Z', timeZone: 'Mars/Olympus' })).toEqual(['timeZone'])
  expect(await issuesOf({ from: '2001-01-02T00:00:00Z', to })).toEqual(['from'])
})

test("counts the days of Kathmandu, 5:45 before UTC, and nothing of another merchant's [IN06]", async () => {
  const place = await placeOf(world, 'Kathmandu', 'NP')
  const midnight = '2026-03-10T18:15:00Z'
  await storeScans(world, [
    { at: '2026-03-10T18:14:59Z', merchantId, skuId, placeId: place, os: 1 },
    { at: midnight, merchantId, skuId, placeId: place, os: 2, kind: 'r' },
    { at: '2026-03-10T18:20:00Z', merchantId, skuId, os: 2, verdict: 'u' },
  ])
  const range = { from: '2026-03-09T18:15:00Z', to: '2026-03-12T18:15:00Z', timeZone: 'Asia/Kathmandu' }
  const answer = await read(range)
  expect(answer.points).toEqual([
    '2026-03-09T18:15:00.000Z',
    midnight.replace('Z', '.000Z'),
    '2026-03-11T18:15:00.000Z',
  ])
  expect(answer.trend.verify).toEqual([1, 1, 0])
  expect(answer.trend.redirect).toEqual([0, 1, 0])
  expect(answer.os).toEqual({ Android: 1, iOS: 2 })
  expect(answer.weeklyActivity[23]).toMatchObject({ Tue: 1, Wed: 0 })
  expect(answer.weeklyActivity[0]).toMatchObject({ Tue: 0, Wed: 2 })
  expect(countOf(await read({ ...range, location: 'Kathmandu, Nepal' }), 'VERIFY')).toMatchObject({
    count: 1,
    previous: 0,
  })
  const rows = await list(range)
  expect(rows.total).toBe(3)
  expect(rows.rows.map(({ Time, suspicious }) => [Time, suspicious])).toEqual([
    ['2026-03-10T18:20:00.000Z', true],
    ['2026-03-10T18:15:00.000Z', false],
    ['2026-03-10T18:14:59.000Z', false],
  ])
  expect((await list({ ...range, search: 'kathm' })).total).toBe(2)
  const other = await world.approvedMerchant({ credit: 10 })
  for (const query of [range, { ...range, skuId }]) {
    const theirs = await read(query, other)
    expect([countOf(theirs, 'VERIFY')!.count, theirs.activityMap, theirs.os]).toEqual([0, [], {}])
  }
  expect((await world.api(insightsContract, other).scans({ query: { ...range, skuId } })).total).toBe(0)
  expect((await report({ ...range, skuId }, other)).lines).toHaveLength(1)
  expect(await world.api(insightsContract, other).geoip()).toEqual([])
  expect(await world.api(insightsContract, other).places({ query: range })).toEqual([])
  await storeScans(world, [{ at: new Date(), merchantId, skuId, placeId: await placeOf(world, 'Kathmandu', 'NP') }])
  expect(await world.api(insightsContract, person).geoip()).toMatchObject([
    { location: 'Kathmandu', country: 'Nepal', skuId, lat: 1, lng: 2 },
  ])
})

test('counts both hours that the clocks repeat, and compares with the range before [IN06]', async () => {
  // In Berlin the clocks were set from 3:00 to 2:00 on 26 October 2025 at 1:00 UTC.
  await storeScans(world, [
    { at: '2025-10-26T00:30:00Z', merchantId, skuId },
    { at: '2025-10-26T01:30:00Z', merchantId, skuId },
    { at: '2025-10-25T10:00:00Z', merchantId, skuId },
  ])
  const range = { from: '2025-10-25T22:00:00Z', to: '2025-10-26T23:00:00Z', timeZone: 'Europe/Berlin' }
  const answer = await read(range)
  expect(answer.points).toHaveLength(25)
  expect(answer.trend.verify.slice(0, 5)).toEqual([0, 0, 1, 1, 0])
  expect(answer.weeklyActivity[2]).toMatchObject({ Sun: 2 })
  expect(countOf(answer, 'VERIFY')).toEqual({ action: 'VERIFY', count: 2, previous: 1, trend: 100 })
})

test('exports scans as CSV in the language of the caller, named by zone dates, without formulas [IN01]', async () => {
  await world.database.query("update sku set name = '=1+1' where id = $1", [skuId])
  const range = { from: '2026-03-09T18:15:00Z', to: '2026-03-12T18:15:00Z', timeZone: 'Asia/Kathmandu' }
  const { headers, lines } = await report(range)
  expect(headers['content-disposition']).toContain('2026-03-10-2026-03-13-scan-report.csv')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe('SKU,Activity,Location,Country,Time,Suspicious')
  expect(lines[2]).toMatch(/^'=1\+1 - .*,REDIRECT,Kathmandu,Nepal,2026-03-10T18:15:00.000Z,no$/)
  const russian = (await report(range, person, 'ru')).lines
  expect(russian[0]).toBe('Артикул,Действие,Место,Страна,Время,Подозрительно')
  expect(russian[2]).toMatch(/,Переход,Kathmandu,Непал,2026-03-10T18:15:00.000Z,нет$/)
})

test('lets the console, and not the verify page, ask the origin of the map style [IN04]', async () => {
  const { styleUrl } = await world.api(insightsContract, person).map()
  expect(styleUrl).toBe('https://tiles.brand.example/style.json')
  const policyOf = async (url: string) => String((await world.app.inject({ url })).headers['content-security-policy'])
  const policy = (await policyOf('/no-such-address')).split(';')
  expect(policy).toContain("connect-src 'self' https://tiles.brand.example")
  expect(policy.filter((part) => part.includes('tiles.brand.example'))).toHaveLength(1)
  expect(await policyOf('/verify')).toContain("connect-src 'self';")
})
