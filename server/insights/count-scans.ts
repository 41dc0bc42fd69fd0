import { sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/core/db/database.ts'

/** The SKU of the rows that have the sums of all products of a merchant. */
export const allSkus = '00000000-0000-0000-0000-000000000000'
/** Scans are committed seconds after their time. Younger ones are counted later, so that none is missed. */
const newestSeconds = 60
const firstWindowSeconds = 600
const longestWindowSeconds = 86_400
/** A window with more scans makes the next one shorter. */
const scansPerWindow = 20_000

type Step = { isDone: boolean; windowSeconds: number }

/**
 * Adds the scans of the next window of time to the sums, and moves the mark behind them, in one transaction: a crash repeats
 * or completes both. A lock on the mark lets one process count at a time.
 */
export function countNextScans(db: Pick<Database, 'system'>, windowSeconds = firstWindowSeconds): Promise<Step> {
  return db.system(async (tx) => {
    // Scans of earlier versions are still moved into the log, with their old times.
    const { rows: old } = await tx.execute(sql`select 1 where to_regclass('scan_old') is not null`)
    if (old.length > 0) return { isDone: true, windowSeconds }
    await tx.execute(sql`
      insert into scan_sums_mark (id, counted_to)
      select 1, coalesce((select min(at) from scan), now() - make_interval(secs => ${newestSeconds}))
      where not exists (select from scan_sums_mark) on conflict do nothing`)
    const { rows } = await tx.execute<{ starts: string; ends: string; isDone: boolean }>(sql`
      select counted_to::text as starts, least(counted_to + make_interval(secs => ${windowSeconds}), latest)::text as ends,
        counted_to + make_interval(secs => ${windowSeconds}) >= latest as "isDone"
      from (select counted_to, now() - make_interval(secs => ${newestSeconds}) as latest
        from scan_sums_mark where id = 1 for update) mark where counted_to < latest`)
    const window = rows[0]
    if (!window) return { isDone: true, windowSeconds: firstWindowSeconds }
    const scans = await addWindow(tx, window)
    await tx.execute(sql`update scan_sums_mark set counted_to = ${window.ends}::timestamptz where id = 1`)
    const fits = Math.round((windowSeconds * scansPerWindow) / Math.max(scans, scansPerWindow / 4))
    return { isDone: window.isDone, windowSeconds: Math.max(1, Math.min(longestWindowSeconds, fits)) }
  })
}

/** Adds scans from `starts` until before `ends` to the rows of their days. @returns their number */
async function addWindow(tx: Tx, { starts, ends }: { starts: string; ends: string }): Promise<number> {
  const { rows } = await tx.execute<{ scans: number }>(sql`
    with counted as (
      select merchant_id, sku_id, kind, os, floor(extract(epoch from at) / 900)::int as slot, count(*)::int as n
      from scan where at >= ${starts}::timestamptz and at < ${ends}::timestamptz group by 1, 2, 3, 4, 5
    ), fresh as (
      select merchant_id, sku, slot / 96 as day, kind, os, slot % 96 as slot, n
      from counted, unnest(array[sku_id, ${allSkus}::uuid]) as sku
    ), known as (
      select d.*, d.day - date '1970-01-01' as n_day from scan_day d
      join (select distinct merchant_id, sku, day from fresh) touched
        on d.merchant_id = touched.merchant_id and d.sku_id = touched.sku and d.day = date '1970-01-01' + touched.day
    ), entry as (
      select merchant_id, sku, day, kind::text as part, slot::bigint as key, n::bigint from fresh
      union all select merchant_id, sku, day, 's', os, n from fresh
      union all select merchant_id, sku, day, 'd', slot * 32 + os, n from fresh
      union all select merchant_id, sku_id, n_day, 'v', e >> 24, e & 16777215 from known, unnest(verify) e
      union all select merchant_id, sku_id, n_day, 'r', e >> 24, e & 16777215 from known, unnest(redirect) e
      union all select merchant_id, sku_id, n_day, 's', e >> 24, e & 16777215 from known, unnest(systems) e
      union all select merchant_id, sku_id, n_day, 'd', e >> 32, e & 4294967295 from known, unnest(slot_systems) e
    ), added as (
      select merchant_id, sku, day, part, key, sum(n)::bigint as n from entry group by 1, 2, 3, 4, 5
    ), written as (
      insert into scan_day as d (merchant_id, sku_id, day, verify, redirect, systems, slot_systems)
      select merchant_id, sku, date '1970-01-01' + day,
        coalesce(array_agg((key << 24 | n)::int order by key) filter (where part = 'v'), '{}'),
        coalesce(array_agg((key << 24 | n)::int order by key) filter (where part = 'r'), '{}'),
        coalesce(array_agg((key << 24 | n)::int order by key) filter (where part = 's'), '{}'),
        coalesce(array_agg(key << 32 | n order by key) filter (where part = 'd'), '{}')
      from added group by 1, 2, 3
      on conflict (merchant_id, sku_id, day) do update set verify = excluded.verify, redirect = excluded.redirect,
        systems = excluded.systems, slot_systems = excluded.slot_systems
    ) select coalesce(sum(n), 0)::int as scans from counted`)
  return rows[0]!.scans
}

/** Counts until all scans but the newest are in the sums. */
export async function countAllScans(db: Pick<Database, 'system'>, signal?: AbortSignal): Promise<void> {
  let step: Step = { isDone: false, windowSeconds: firstWindowSeconds }
  while (!step.isDone && !signal?.aborted) step = await countNextScans(db, step.windowSeconds)
}

/**
 * Removes the sums of all months whose scans are stored, so that they are counted again from the scans. Sums of months whose
 * scans were deleted stay.
 */
export function resetSums(db: Pick<Database, 'system'>): Promise<void> {
  return db.system(async (tx) => {
    await tx.execute(sql`lock table scan_sums_mark in exclusive mode`)
    await tx.execute(sql`
      delete from scan_day where day >= (select date_trunc('month', min(at), 'UTC') at time zone 'UTC' from scan)::date`)
    await tx.execute(sql`delete from scan_sums_mark`)
  })
}
