import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tx } from '#server/core/db/database.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { rebuildSumsCommand } from '#server/insights/rebuild-sums.ts'
import { type GivenScan, placeOf, storeScans } from '#server/insights/scans/scans.fixture.ts'
import { orderOf, productOf } from '#server/order/order.fixture.ts'
import { attentionContract } from '#shared/insights/attention.ts'
import { insightsContract, weekdays } from '#shared/insights/contract.ts'
import { countAllScans, countNextScans } from './count-scans.ts'

let world: TestApp
let people: Person[]
let skus: string[][]
/** The trademark of each product of the first merchant; the second product has another one. */
let trademarks: string[]
let placeIds: number[]
/** The first one has a case. */
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  people = [await world.approvedMerchant({ credit: 10 }), await world.approvedMerchant({ credit: 10 })]
  skus = await Promise.all(people.map((person) => Promise.all([productOf(world, person), productOf(world, person)])))
  const { rows } = await world.database.query('select id, trademark_id as mark from sku where id = any($1)', [skus[0]])
  trademarks = skus[0]!.map((id) => rows.find((row) => row.id === id).mark)
  placeIds = [0, ...(await Promise.all([1, 2, 3].map((n) => placeOf(world, `City ${n}`, 'KE'))))]
  codes = Array.from({ length: 10 }, () => randomUUID())
  const orderId = await orderOf(world, people[0]!, skus[0]![0]!, 1)
  await world.database.query(
    `insert into verdict_case (merchant_id, sku_id, order_id, address, level, reference, created_at)
     values ($1, $2, $3, $4, 'caution', 'IN06', now() - interval '30 days')`,
    [people[0]!.merchantId, skus[0]![0], orderId, codes[0]],
  )
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
  verdict: fc.constantFrom('g' as const, 'g' as const, 'u' as const),
  os: fc.integer({ min: 0, max: 14 }),
  place: fc.integer({ min: 0, max: 3 }),
  code: fc.integer({ min: 0, max: 9 }),
})
const Question = fc.record({
  zone: fc.constantFrom(...zones),
  length: fc.constantFrom(1, 7, 30, 365, 0.3),
  ago: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 * 96 })),
  sku: fc.option(fc.integer({ min: 0, max: 1 })),
  mark: fc.option(fc.integer({ min: 0, max: 1 })),
  city: fc.option(fc.integer({ min: 1, max: 3 })),
  page: fc.integer({ min: 1, max: 3 }),
  search: fc.option(fc.constantFrom('city 2', 'kenya', 'zzz', 'redir', 'product', 'chad')),
})

type SumsQuestion = {
  merchantId: string
  skuId?: string | undefined
  trademarkId?: string | undefined
  places?: number[] | undefined
  from: string
  to: string
}

/** Rows that PostgreSQL selects from the scans alone; the parameters $1 to $6 are the filters. */
async function rowsOf(
  { merchantId, skuId, trademarkId, places, from, to }: SumsQuestion,
  columns: string,
  tail = '',
  more: unknown[] = [],
) {
  const { rows } = await world.database.query(
    `select ${columns} from scan s join sku k on k.id = s.sku_id left join scan_place p on p.id = s.place_id
     where s.merchant_id = $1 and ($2::uuid is null or s.sku_id = $2) and ($3::int[] is null or s.place_id = any($3))
       and s.at >= $4 and s.at < $5 and ($6::uuid is null or k.trademark_id = $6) ${tail}`,
    [merchantId, skuId ?? null, places ?? null, from, to, trademarkId ?? null, ...more],
  )
  return rows
}
type Kinds = { verify: number; redirect: number }
const kinds = `count(*) filter (where kind = 'v')::int as verify, count(*) filter (where kind = 'r')::int as redirect`
const suspicious = `(s.verdict = 'u' or exists (select from verdict_case c
  where c.address = s.address and c.created_at <= s.at + interval '5 seconds'))`
const searches: Record<string, string> = {
  'city 2': `p.city = 'City 2'`,
  kenya: `p.country = 'KE'`,
  chad: `p.country = 'TD'`,
  zzz: 'false',
  redir: `s.kind = 'r'`,
  product: `k.name || k.sku ilike '%product%'`,
}

/** The numbers that the screen must show. */
async function counted(asked: SumsQuestion, zone: string) {
  const [sums] = await rowsOf(asked, kinds)
  const os = await rowsOf(asked, 'os, count(*)::int as n', 'group by 1')
  const local = (part: string) => `extract(${part} from at at time zone $7)::int`
  const hours = await rowsOf(
    asked,
    `${local('hour')} as hour, ${local('dow')} as weekday, count(*)::int as n`,
    'group by 1, 2',
    [zone],
  )
  const places = await rowsOf(
    asked,
    `coalesce(p.city, '') as location, count(*)::int as scans, count(*) filter (where ${suspicious})::int as suspicious`,
    'group by 1 order by 1',
  )
  return { ...sums, os: os.map(({ n }) => n).toSorted(), hours, places }
}

test('computes the same numbers as a count of all scans for random scans, zones and ranges [IN06]', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Scan, { minLength: 1, maxLength: 150 }),
      fc.integer({ min: 0, max: 150 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(Question, { minLength: 2, maxLength: 4 }),
      async (scans, early, windows, questions) => {
        await world.database.query(
          'truncate scan; truncate scan_day; truncate scan_place_month; truncate scan_sums_mark',
        )
        const now = Date.now()
        const given = scans
          .toSorted((a, b) => b.ago - a.ago)
          .map(
            ({ who, sku, ago, kind, verdict, os, place, code }): GivenScan => ({
              at: new Date(now - ago * minute),
              merchantId: people[who]!.merchantId!,
              skuId: skus[who]![sku]!,
              kind,
              verdict,
              os,
              placeId: placeIds[place]!,
              address: codes[code]!,
            }),
          )
        await storeScans(world, given.slice(0, early))
        // The watermark stops before the scans that are stored later, or inside an old window.
        for (let n = 0; n < windows && early > 0; n++) await countNextScans(world.services.db, 3600 * 24)
        const mark = await world.database.query('select counted_to from scan_sums_mark')
        const late = given.slice(early).filter(({ at }) => !mark.rows[0] || at >= mark.rows[0].counted_to)
        await storeScans(world, late)
        await countAllScans(world.services.db)
        for (const { zone, length, ago, sku, mark: brand, city, page, search } of questions) {
          const to = Math.floor((now - ago * 15 * minute) / (15 * minute)) * 15 * minute
          const range = { from: new Date(to - length * day).toISOString(), to: new Date(to).toISOString() }
          const skuId = sku === null ? undefined : skus[0]![sku]!
          const location = city === null ? undefined : `City ${city}, Kenya`
          const trademarkId = brand === null ? undefined : trademarks[brand]!
          const filters = {
            ...(skuId && { skuId }),
            ...(trademarkId && { trademarkId }),
            ...(location && { location }),
          }
          const query = { ...range, timeZone: zone, ...filters }
          const api = world.api(insightsContract, people[0]!)
          const answer = await api.read({ query })
          const merchantId = people[0]!.merchantId!
          const asked = {
            merchantId,
            skuId,
            trademarkId,
            places: city === null ? undefined : [placeIds[city]!],
            ...range,
          }
          const expected = await counted({ ...asked, from: answer.from, to: answer.to }, zone)
          const places = (await api.places({ query })).map(({ location, scans, suspicious }) => ({
            location,
            scans,
            suspicious,
          }))
          expect(places.toSorted((a, b) => (a.location < b.location ? -1 : 1))).toEqual(expected.places)
          const words = search === null ? {} : { search }
          const list = await api.scans({ query: { ...query, ...words, page, limit: 7 } })
          const rows = await rowsOf(
            asked,
            `s.at, s.kind, ${suspicious} as suspicious, coalesce(p.city, '') as city`,
            `${search === null ? '' : `and ${searches[search]}`} order by s.at desc, s.ctid desc`,
          )
          expect(list.total).toBe(rows.length)
          expect(list.rows.map(({ Time, suspicious, Location }) => [Time, suspicious, Location])).toEqual(
            rows.slice(7 * (page - 1), 7 * page).map((row) => [row.at.toISOString(), row.suspicious, row.city]),
          )
          const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
          expect({ verify: sum(answer.trend.verify), redirect: sum(answer.trend.redirect) }).toEqual({
            verify: expected.verify,
            redirect: expected.redirect,
          })
          expect(answer.summary.map(({ count }) => count).slice(1)).toEqual([expected.verify, expected.redirect])
          const lengthMs = Date.parse(answer.to) - Date.parse(answer.from)
          // Whole days earlier, so that the same hours are compared; whole days are compared with those directly before.
          const isWhole = lengthMs >= 86_400_000 && lengthMs % 86_400_000 <= 3_600_000
          const backMs = isWhole ? lengthMs : Math.ceil(lengthMs / 86_400_000) * 86_400_000
          const earlier = (time: string) => new Date(Date.parse(time) - backMs).toISOString()
          const [before] = await rowsOf({ ...asked, from: earlier(answer.from), to: earlier(answer.to) }, kinds)
          expect(answer.summary.map(({ previous }) => previous).slice(1)).toEqual([before.verify, before.redirect])
          expect(Object.values(answer.os).toSorted()).toEqual(expected.os)
          const hours = answer.weeklyActivity.flatMap(({ hour, ...days }) =>
            weekdays.flatMap((name, weekday) => (days[name] > 0 ? [{ hour, weekday, n: days[name] }] : [])),
          )
          const order = (list: typeof hours) => list.toSorted((a, b) => a.hour - b.hour || a.weekday - b.weekday)
          expect(order(hours)).toEqual(order(expected.hours))
          const [parts, partsBefore] = [[] as Kinds[], [] as Kinds[]]
          for (const [i, point] of answer.points.slice(0, 20).entries()) {
            const step = { from: [point, answer.from].toSorted().at(-1)!, to: answer.points[i + 1] ?? answer.to }
            parts.push(...(await rowsOf({ ...asked, ...step }, kinds)))
            const back = { from: earlier(step.from), to: earlier(step.to) }
            partsBefore.push(...(await rowsOf({ ...asked, ...back }, kinds)))
          }
          for (const kind of ['verify', 'redirect'] as const) {
            expect(answer.trend[kind].slice(0, 20)).toEqual(parts.map((row) => row[kind]))
            expect(answer.previousTrend[kind].slice(0, 20)).toEqual(partsBefore.map((row) => row[kind]))
          }
        }
      },
    ),
    { numRuns: Number(process.env.INSIGHTS_RUNS ?? 3), endOnFailure: true },
  )
})

test('counts each scan once when the job moves it into the sums while the screen is read [IN06]', async () => {
  const person = await world.approvedMerchant()
  const scan = {
    at: new Date(Date.now() - 2 * minute),
    merchantId: person.merchantId!,
    skuId: await productOf(world, person),
  }
  const query = { from: new Date(Date.now() - day).toISOString(), to: new Date().toISOString() }
  const api = world.api(insightsContract, person)
  const reads = {
    screen: async () => (await api.read({ query: { ...query, timeZone: 'UTC' } })).summary[1]!.count,
    list: async () => (await api.scans({ query: { ...query, timeZone: 'UTC' } })).total,
    places: async () => (await api.places({ query: { ...query, timeZone: 'UTC' } }))[0]!.scans,
    today: async () => (await world.api(attentionContract, person).read()).scans.week,
  }
  for (const [name, read] of Object.entries(reads)) {
    await world.database.query('truncate scan; truncate scan_day; truncate scan_place_month; truncate scan_sums_mark')
    await world.database.query(`insert into scan_sums_mark (id, counted_to) values (1, now() - interval '5 minutes')`)
    await storeScans(world, [scan])
    const { count } = await world.services.db.owner(async (client) => {
      const tx = drizzle({ client })
      // The reader has read the watermark when it waits for the sums.
      await client.query('begin; lock table scan_day, scan_place_month in access exclusive mode')
      const count = read()
      await vi.waitFor(async () => {
        const { rowCount } = await world.database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rowCount).toBeGreaterThan(0)
      })
      await countNextScans({ system: (run) => run(tx as unknown as Tx) })
      await client.query('commit')
      return { count }
    })
    expect([name, await count]).toEqual([name, 1])
    expect([name, await read()]).toEqual([name, 1])
  }
})

test('counts each scan once when several processes count, and again after the sums were removed [IN06]', async () => {
  await world.database.query('truncate scan; truncate scan_day; truncate scan_place_month; truncate scan_sums_mark')
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
  // The scan of this moment is not counted yet.
  expect(await total()).toBe(299)
  await world.database.query("update scan_day set verify = '{}' where sku_id = $1", [skuId])
  expect(await rebuildSumsCommand({ DATABASE_URL: world.database.url })).toBe(0)
  expect(await total()).toBe(299)
})
