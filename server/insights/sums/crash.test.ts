import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'
import { placeOf } from '#server/insights/scans/scans.fixture.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { countAllScans } from './count-scans.ts'
import { eachEntry } from './place-entry.ts'

/** `npm run soak` has more. */
const kills = Number(process.env.SCAN_ROUNDS ?? 2) * 4
const scans = 20_000
/** Each turn counts up to 42 hours. */
const days = kills * 2.5

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

/** Counts until it is killed in the middle of a window. Returns whether it was complete before. */
async function countUntilKilled(windows: number): Promise<boolean> {
  const child = fork(join(import.meta.dirname, 'count-child.fixture.ts'), [world.database.url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, ...startupEnvironment },
  })
  const ended = once(child, 'exit')
  let counted = 0
  child.on('message', () => {
    counted += 1
    if (counted === windows) setTimeout(() => child.kill('SIGKILL'), Math.random() * 10)
  })
  const [code, signal] = await ended
  if (signal === null) expect(code).toBe(0)
  return signal === null
}

/** Numbers of scans in the sums, and in the log, by product (all products: the SKU 0), day and kind. */
const inDays = `select sku_id, day::text, 'v' as kind, sum(e & 16777215)::int as n from scan_day, unnest(verify) e group by 1, 2
  union all select sku_id, day::text, 'r', sum(e & 16777215)::int from scan_day, unnest(redirect) e group by 1, 2`
const inLog = `select sku as sku_id, (at at time zone 'UTC')::date::text as day, kind::text, count(*)::int as n
  from scan, unnest(array[sku_id, '00000000-0000-0000-0000-000000000000']) sku group by 1, 2, 3`

test(`counts each scan once when the job is killed ${kills} times while scans are stored [IN06]`, {
  timeout: 120_000 + kills * 20_000,
}, async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const skus = [await productOf(world, person), await productOf(world, person)]
  const places = await Promise.all([1, 2, 3].map((n) => placeOf(world, `Town ${n}`, 'MY')))
  const store = (count: number, age: string) =>
    world.database.query(
      `insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
       select clock_timestamp() - random() * $2::interval, 0, ($3::int[])[1 + n % 3], n % 14,
         (case n % 5 when 0 then 'r' else 'v' end)::"char", (case n % 7 when 0 then 'u' else 'g' end)::"char",
         $4, ($5::uuid[])[1 + n % 2], gen_random_uuid() from generate_series(1, $1) n`,
      [count, age, places, person.merchantId, skus],
    )
  await store(scans, `${days} days`)
  let killed = 0
  for (let turn = 0; turn < kills; turn++) {
    const child = countUntilKilled(3 + Math.floor(Math.random() * 40))
    await store(50, '0')
    if (!(await child)) killed += 1
  }
  expect(killed).toBeGreaterThan(kills / 2)
  await expect
    .poll(
      async () => {
        await countAllScans(world.services.db)
        const { rows } = await world.database.query(
          'select count(*)::int as n from scan where at >= (select counted_to from scan_sums_mark)',
        )
        return rows[0].n
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(0)
  const sorted = async (text: string) =>
    (await world.database.query(`select * from (${text}) counted order by 1, 2, 3`)).rows
  expect(await sorted(inDays)).toEqual(await sorted(inLog))
  const { rows } = await world.database.query(
    `select month - date '1970-01-01' as month, scans, (select sum(e & 4294967295)::int from unnest(totals) e) as total
     from scan_place_month where sku_id = '00000000-0000-0000-0000-000000000000'`,
  )
  const found = { scans: 0, suspicious: 0, totals: 0 }
  for (const row of rows) {
    found.totals += row.total
    eachEntry(row.scans, row.month, ({ isSuspicious }) => {
      found.scans += 1
      found.suspicious += isSuspicious ? 1 : 0
    })
  }
  const all = await world.database.query(
    `select count(*)::int as scans, count(*) filter (where verdict = 'u')::int as suspicious, count(*)::int as totals from scan`,
  )
  expect(found).toEqual(all.rows[0])
})
