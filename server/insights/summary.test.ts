import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { orderOf, productOf } from '#server/order/order.fixture.ts'
import { insightsContract } from '#shared/insights/contract.ts'

const maxCodes = 500

let world: TestApp
let person: Person
let skus: string[]
let trademarks: string[]
let orders: string[]
beforeAll(async () => {
  world = await testApp()
  const own = await world.approvedMerchant({ credit: 8 * maxCodes })
  person = own
  skus = [await productOf(world, own), await productOf(world, own)]
  const { rows } = await world.database.query('select id, trademark_id as mark from sku where id = any($1)', [skus])
  trademarks = skus.map((id) => rows.find((row) => row.id === id).mark)
  orders = []
  for (let n = 0; n < 8; n++) orders.push(await orderOf(world, own, skus[n % 2]!, maxCodes))
})
afterAll(() => world.close())

const quarterMs = 900_000
const Moment = fc.integer({ min: 0, max: 400 * 96 * quarterMs })
const Facts = fc.record({
  orders: fc.array(fc.record({ ago: Moment, generated: fc.integer({ min: 0, max: maxCodes }) }), {
    minLength: 8,
    maxLength: 8,
  }),
  batches: fc.array(fc.record({ ago: Moment, quantity: fc.integer({ min: 1, max: 50 }), done: fc.boolean() }), {
    maxLength: 12,
  }),
  cases: fc.array(fc.record({ ago: Moment, sku: fc.integer({ min: 0, max: 1 }) }), { maxLength: 20 }),
})
const Question = fc.record({
  zone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe'),
  days: fc.constantFrom(1, 7, 30, 365),
  ago: fc.integer({ min: 0, max: 30 * 96 }),
  sku: fc.option(fc.integer({ min: 0, max: 1 })),
  mark: fc.option(fc.integer({ min: 0, max: 1 })),
})
type Given = typeof Facts extends fc.Arbitrary<infer F> ? F : never

/** Stores the facts instead of those before. */
async function store(given: Given, now: number): Promise<void> {
  const at = (ago: number) => new Date(now - ago).toISOString()
  const { query } = world.database
  for (const [n, { ago, generated }] of given.orders.entries())
    await query('update code_order set created_at = $2, generated = $3 where id = $1', [orders[n], at(ago), generated])
  await query('delete from verdict_case')
  await query('delete from activation_batch')
  for (const { ago, sku } of given.cases)
    await query(
      `insert into verdict_case (merchant_id, sku_id, order_id, address, level, reference, created_at)
       values ($1, $2, $3, $4, 'caution', $5, $6)`,
      [person.merchantId, skus[sku], orders[sku], randomUUID(), randomUUID(), at(ago)],
    )
  for (const { ago, quantity, done } of given.batches)
    await query(
      `insert into activation_batch (merchant_id, identifier, quantity, state, addresses, created_at)
       values ($1, $2, $3, $4, array(select gen_random_uuid() from generate_series(1, $3)), $5)`,
      [person.merchantId, randomUUID(), quantity, done ? 'done' : 'queued', at(ago)],
    )
  await query(
    `insert into code_total (merchant_id, generated, activated)
     select $1, 0, coalesce(sum(quantity), 0) from activation_batch where state = 'done'
     on conflict (merchant_id) do update set activated = excluded.activated`,
    [person.merchantId],
  )
}

test('counts codes, activations and cases as their tables do for random rows, zones and filters [IN06]', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(Facts, fc.array(Question, { minLength: 3, maxLength: 5 }), async (given, questions) => {
      const now = Date.now()
      await store(given, now)
      for (const { zone, days, ago, sku, mark } of questions) {
        const to = Math.floor(now / quarterMs - ago) * quarterMs
        const from = to - days * 96 * quarterMs
        const filters = {
          ...(sku !== null && { skuId: skus[sku]! }),
          ...(mark !== null && { trademarkId: trademarks[mark]! }),
        }
        const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
        const answer = await world
          .api(insightsContract, person)
          .read({ query: { ...range, timeZone: zone, ...filters } })
        const isShown = (n: number) => (sku === null || sku === n) && (mark === null || mark === n)
        const codes = given.orders.map(({ ago, generated }, n) => ({
          at: now - ago,
          n: isShown(n % 2) ? generated : 0,
        }))
        const cases = given.cases.map(({ ago, sku }) => ({ at: now - ago, n: isShown(sku) ? 1 : 0 }))
        const activated = given.batches.map(({ ago, quantity, done }) => ({ at: now - ago, n: done ? quantity : 0 }))
        const within = (rows: typeof codes, begin: number, end: number) =>
          rows.reduce((sum, { at, n }) => sum + (at >= begin && at < end ? n : 0), 0)
        const inSteps = (rows: typeof codes, back = 0) =>
          answer.points.map((point, i) => {
            const end = i + 1 < answer.points.length ? Date.parse(answer.points[i + 1]!) : to
            return within(rows, Math.max(from, Date.parse(point)) - back, end - back)
          })
        const before = (rows: typeof codes) => within(rows, 2 * from - to, from)
        expect(answer.summary[0]).toMatchObject({ count: within(codes, from, to), previous: before(codes) })
        expect(answer.trend.creation).toEqual(inSteps(codes))
        expect(answer.previousTrend.creation).toEqual(inSteps(codes, to - from))
        expect(answer.outliers).toMatchObject({ count: within(cases, from, to), previous: before(cases) })
        expect(answer.outliers.opened).toEqual(inSteps(cases))
        expect(answer.risk).toHaveLength(Math.min(50, within(cases, from, to)))
        const isNarrowed = sku !== null || mark !== null
        expect(answer.activeCodes.activated).toEqual(isNarrowed ? null : inSteps(activated))
        if (isNarrowed) continue
        const [active, old] = [within(activated, 0, now + 1), within(activated, 0, from)]
        expect(answer.activeCodes.count).toBe(active)
        expect(answer.activeCodes.trend).toEqual(old === 0 ? null : expect.closeTo(((active - old) / old) * 100, 6))
      }
    }),
    { numRuns: Number(process.env.INSIGHTS_RUNS ?? 3), endOnFailure: true },
  )
})
