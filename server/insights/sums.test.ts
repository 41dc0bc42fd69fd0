import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { insightsContract, weekdays } from '#shared/insights/contract.ts'
import { countAllScans, countNextScans, resetSums } from './count-scans.ts'
import { type GivenScan, storeScans } from './scans.fixture.ts'

let world: TestApp
let people: Person[]
let skus: string[][]
beforeAll(async () => {
  world = await testApp()
  people = [await world.approvedMerchant({ credit: 10 }), await world.approvedMerchant({ credit: 10 })]
  skus = await Promise.all(people.map((person) => Promise.all([productOf(world, person), productOf(world, person)])))
})
afterAll(() => world.close())

const minute = 60_000
const day = 1440 * minute
const zones = ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York', 'Pacific/Chatham', 'Europe/Berlin']

const Scan = fc.record({
  who: fc.integer({ min: 0, max: 1 }),
  sku: fc.integer({ min: 0, max: 1 }),
  ago: fc.oneof(fc.integer({ min: 0, max: 400 * 1440 }), fc.integer({ min: 0, max: 3000 })),
  kind: fc.constantFrom('v' as const, 'r' as const),
  os: fc.integer({ min: 0, max: 14 }),
})
const Question = fc.record({
  zone: fc.constantFrom(...zones),
  length: fc.constantFrom(1, 7, 30, 365, 0.3),
  ago: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 * 96 })),
  sku: fc.option(fc.integer({ min: 0, max: 1 })),
})

/** What the screen must show, counted by PostgreSQL from the scans alone. */
async function counted(merchantId: string, skuId: string | undefined, zone: string, from: string, to: string) {
  const where = `merchant_id = $1 and ($2::uuid is null or sku_id = $2) and at >= $3 and at < $4`
  const values = [merchantId, skuId ?? null, from, to]
  const rowsOf = async (text: string, more: unknown[] = []) =>
    (await world.database.query(text, [...values, ...more])).rows
  const kinds = await rowsOf(`select count(*) filter (where kind = 'v')::int as verify,
    count(*) filter (where kind = 'r')::int as redirect from scan where ${where}`)
  const os = await rowsOf(`select os, count(*)::int as n from scan where ${where} group by 1`)
  const hours = await rowsOf(
    `select extract(hour from at at time zone $5)::int as hour, extract(dow from at at time zone $5)::int as weekday,
       count(*)::int as n from scan where ${where} group by 1, 2`,
    [zone],
  )
  return { ...kinds[0], os: os.map(({ n }) => n).toSorted(), hours }
}

test('IN06 every number of scans equals a count of the scans, for random scans, zones, ranges and marks', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Scan, { minLength: 1, maxLength: 150 }),
      fc.integer({ min: 0, max: 150 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(Question, { minLength: 2, maxLength: 4 }),
      async (scans, early, windows, questions) => {
        await world.database.query('truncate scan; truncate scan_day; truncate scan_sums_mark')
        const now = Date.now()
        const given = scans
          .toSorted((a, b) => b.ago - a.ago)
          .map(
            ({ who, sku, ago, kind, os }): GivenScan => ({
              ...{
                at: new Date(now - ago * minute),
                merchantId: people[who]!.merchantId!,
                skuId: skus[who]![sku]!,
                kind,
                os,
              },
            }),
          )
        await storeScans(world, given.slice(0, early))
        // The mark stops before the scans that are stored later, or inside an old window.
        for (let n = 0; n < windows && early > 0; n++) await countNextScans(world.services.db, 3600 * 24)
        const mark = await world.database.query('select counted_to from scan_sums_mark')
        const late = given.slice(early).filter(({ at }) => !mark.rows[0] || at >= mark.rows[0].counted_to)
        await storeScans(world, late)
        await countAllScans(world.services.db)
        for (const { zone, length, ago, sku } of questions) {
          const to = Math.floor((now - ago * 15 * minute) / (15 * minute)) * 15 * minute
          const range = { from: new Date(to - length * day).toISOString(), to: new Date(to).toISOString() }
          const skuId = sku === null ? undefined : skus[0]![sku]!
          const query = { ...range, timeZone: zone, ...(skuId && { skuId }) }
          const answer = await world.api(insightsContract, people[0]!).read({ query })
          const expected = await counted(people[0]!.merchantId!, skuId, zone, answer.from, answer.to)
          const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
          expect({ verify: sum(answer.trend.verify), redirect: sum(answer.trend.redirect) }).toEqual({
            ...{ verify: expected.verify, redirect: expected.redirect },
          })
          expect(answer.summary.map(({ count }) => count).slice(1)).toEqual([expected.verify, expected.redirect])
          expect(Object.values(answer.os).toSorted()).toEqual(expected.os)
          const hours = answer.weeklyActivity.flatMap(({ hour, ...days }) =>
            weekdays.flatMap((name, weekday) => (days[name] > 0 ? [{ hour, weekday, n: days[name] }] : [])),
          )
          const order = (list: typeof hours) => list.toSorted((a, b) => a.hour - b.hour || a.weekday - b.weekday)
          expect(order(hours)).toEqual(order(expected.hours))
          const parts = []
          for (const [i, point] of answer.points.slice(0, 20).entries()) {
            const starts = point < answer.from ? answer.from : `${point}`
            parts.push(await counted(people[0]!.merchantId!, skuId, zone, starts, answer.points[i + 1] ?? answer.to))
          }
          expect(answer.trend.verify.slice(0, 20)).toEqual(parts.map(({ verify }) => verify))
        }
      },
    ),
    { numRuns: Number(process.env.INSIGHTS_RUNS ?? 3), endOnFailure: true },
  )
})

test('IN06 counts each scan once when several processes count, and again after the sums were removed', async () => {
  await world.database.query('truncate scan; truncate scan_day; truncate scan_sums_mark')
  const [merchantId, skuId] = [people[1]!.merchantId!, skus[1]![0]!]
  const scans = Array.from({ length: 300 }, (_, n) => ({
    at: new Date(Date.now() - n * 97 * minute),
    merchantId,
    skuId,
  }))
  await storeScans(world, scans)
  await Promise.all([1, 2, 3, 4].map(() => countAllScans(world.services.db)))
  const total = async () => {
    const { rows } = await world.database.query(
      'select coalesce(sum(e & 16777215), 0)::int as n from scan_day, unnest(verify) e where sku_id = $1',
      [skuId],
    )
    return rows[0].n
  }
  // The scan of this minute is not counted yet.
  expect(await total()).toBe(299)
  await resetSums(world.services.db)
  expect(await total()).toBe(0)
  await countAllScans(world.services.db)
  expect(await total()).toBe(299)
})
