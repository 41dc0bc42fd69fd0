import type pg from 'pg'
import {
  type BenchEffort,
  type BenchResult,
  compareSides,
  measureSeconds,
  median,
  round,
} from '#scripts/bench/setup/measure.ts'
import { measureProcessor } from '#scripts/bench/setup/processor-seconds.ts'
import { tableBytes } from '#scripts/bench/setup/table-bytes.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { searchPatterns } from '#server/pattern/service.ts'

const orderCodes = 100_000
const days = 365

/**
 * Processor seconds in which the job for copies that no single code shows reads a year of scans from the beginning, and those of
 * the last day alone, as it does every night. The floor is the least that reads all scans: one statement that groups them by code.
 */
export async function patternJob(stage: TestSystem, { grown }: BenchEffort): Promise<BenchResult> {
  return stage.scratch(async ({ superuser, services }) => {
    const filled = await measureSeconds(() => fill(superuser, grown))
    console.error(`patterns: filled in ${round(filled, 0)} s`)
    const measure = (run: () => Promise<unknown>) => measureProcessor(stage.postgresDir, run)
    const group = () => measure(() => superuser.query(groupScans))
    const search = () =>
      measure(() =>
        searchPatterns(services.db, { signal: new AbortController().signal, heartbeat: async () => undefined }),
      )
    const floors = [await group()]
    const all = await search()
    await superuser.query(
      "update pattern_mark set counted_to = counted_to - interval '1 day', compared_to = compared_to - 1",
    )
    const daily = await search()
    floors.push(await group())
    const floor = median(floors.map(({ postgres }) => postgres))
    const { rows } = await superuser.query<{ cases: number }>('select count(*)::int as cases from pattern_case')
    return {
      ...compareSides(
        { name: 'patterns', unit: 's of a processor', rounds: 1, digits: 1 },
        { ours: all.postgres + all.node, floor },
      ),
      ...{ codes: grown, scans: grown, cases: rows[0]!.cases },
      ...{ seconds: round(all.seconds, 1), postgresSeconds: round(all.postgres, 1), nodeSeconds: round(all.node, 1) },
      ...{ dailySeconds: round(daily.seconds, 2), dailyRatio: round((daily.postgres + daily.node) / floor, 2) },
      bytesPerScan: round((await tableBytes(superuser, ['pattern_block'])) / grown, 1),
    }
  })
}

/** With the settings of the statement of the job. */
const groupScans = `
  set work_mem = '96MB'; set jit = off; set max_parallel_workers_per_gather = 0;
  select count(*), max(scans) from (select address, count(*) as scans from scan group by 1) codes`

/** Orders of 100,000 codes of one product, and as many scans as codes, spread over a year and all codes, in their order. */
async function fill(client: pg.Client, scans: number): Promise<void> {
  const orders = Math.ceil(scans / orderCodes)
  await client.query(`
    set session_replication_role = replica; set jit = off;
    delete from scan;
    select ensure_scan_partition(month) from generate_series(date_trunc('month', now() - interval '${days + 1} days', 'UTC'),
      now(), interval '1 month') month;
    create temp table bench_order as
    select gen_random_uuid() as id, n as number, 'be' || lpad(to_hex(n), 8, '0') as prefix, s.merchant_id, s.id as sku_id
    from generate_series(1, ${orders}) n, (select id, merchant_id from sku limit 1) s;
    insert into code_order (id, merchant_id, order_id, sku_id, quantity, generated, activated, prefix, state, created_at)
    select id, merchant_id, 'BE-' || number, sku_id, ${orderCodes}, ${orderCodes}, ${orderCodes}, decode(prefix, 'hex'), 'done',
      now() - interval '${days + 1} days' from bench_order;
    insert into code (address, merchant_id, order_id, serial_no)
    select (prefix || substr(md5(number || '-' || serial), 1, 22))::uuid, merchant_id, id, serial
    from bench_order, generate_series(1, ${orderCodes}) serial;
    insert into scan_place (country, region, city, lat, lng)
    select 'DE', '', 'Bench ' || n, 50, 8 + n / 100.0 from generate_series(1, 1000) n;
    insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
    select now() - interval '${days} days' * (1 - n / ${scans}.0), ((n * 7919) % 2000000000) << 32 | ((n * 31) % 40) << 16, p.first + n % 1000, 1,
      'v', 'g', o.merchant_id, o.sku_id,
      (o.prefix || substr(md5(o.number || '-' || 1 + (n * 7919) / ${orders} % ${orderCodes}), 1, 22))::uuid
    from generate_series(1, ${scans}::bigint) n join bench_order o on o.number = 1 + (n * 7919) % ${orders},
      (select min(id) as first from scan_place where city like 'Bench %') p order by n;
    set session_replication_role = default`)
  await client.query('vacuum analyze')
}
