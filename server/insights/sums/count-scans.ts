import type { Database, Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { caseDelaySeconds } from '#server/insights/scans/suspicious-scan.ts'
import { sumStatement } from './sum-statement.ts'

/**
 * A scan is visible when its transaction has committed, moments after its time. Scans are counted up to the begin of the oldest
 * transaction that is open, so none is missed; and cases are opened moments after their scan.
 */
const newestSeconds = caseDelaySeconds + 1
/** A statement ends after half of this time, so older scans are committed, even if a backup is still open. */
const maxOpenSeconds = 60
const firstWindowSeconds = 600
const maxWindowSeconds = 7 * 86_400
/** A window with more scans makes the next one shorter. */
const scansPerWindow = 50_000

type CountedWindow = { isDone: boolean; windowSeconds: number }
type Window = { starts: string; ends: string; isDone: boolean }

/**
 * Adds the scans of the next window of time to the sums, and moves the watermark behind them, in one transaction: a crash repeats
 * or completes both. A lock on the watermark lets one process count at a time.
 */
export function countNextScans(
  db: Pick<Database, 'system'>,
  windowSeconds = firstWindowSeconds,
): Promise<CountedWindow> {
  return db.system(async (tx) => {
    const window = await nextWindow(tx, windowSeconds)
    if (!window) return { isDone: true, windowSeconds: firstWindowSeconds }
    // Sorts and hash tables of a window fit into memory; a plan is not worth compiling.
    await tx.execute(sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`)
    const { rows } = await tx.execute<{ scans: number }>(sumStatement(window))
    await tx.execute(sql`update scan_sums_mark set counted_to = ${window.ends}::timestamptz where id = 1`)
    const fits = Math.round((windowSeconds * scansPerWindow) / Math.max(rows[0]!.scans, scansPerWindow / 4))
    return { isDone: window.isDone, windowSeconds: Math.max(1, Math.min(maxWindowSeconds, fits)) }
  })
}

/**
 * The window from the watermark, which is locked. A statement sees all rows that were committed before it began: the transactions
 * that are open are looked up first, and the scans are read by a later statement.
 */
async function nextWindow(tx: Tx, windowSeconds: number): Promise<Window | undefined> {
  await tx.execute(sql`
    insert into scan_sums_mark (id, counted_to)
    select 1, coalesce((select min(at) from scan), now() - make_interval(secs => ${maxOpenSeconds}))
    where not exists (select from scan_sums_mark) on conflict do nothing`)
  await tx.execute(sql`select from scan_sums_mark where id = 1 for update`)
  const { rows } = await tx.execute<Window>(sql`
    select counted_to::text as starts, least(counted_to + length, latest)::text as ends,
      counted_to + length >= latest as "isDone"
    from (select counted_to, make_interval(secs => ${windowSeconds}) as length,
        greatest(clock_timestamp() - make_interval(secs => ${maxOpenSeconds}), least(
          clock_timestamp() - make_interval(secs => ${newestSeconds}),
          oldest_transaction() - make_interval(secs => ${caseDelaySeconds}))) as latest
      from scan_sums_mark where id = 1) mark where counted_to < latest`)
  return rows[0]
}

/** Counts until all scans but the newest are in the sums. */
export async function countAllScans(
  db: Pick<Database, 'system'>,
  { signal, windowSeconds }: { signal?: AbortSignal; windowSeconds?: number } = {},
): Promise<void> {
  let step: CountedWindow = { isDone: false, windowSeconds: windowSeconds ?? firstWindowSeconds }
  while (!step.isDone && !signal?.aborted) step = await countNextScans(db, windowSeconds ?? step.windowSeconds)
}

/**
 * Removes the sums of all months whose scans are stored, so that they are counted again from the scans. Sums of months whose
 * scans were deleted stay.
 */
export function resetSums(db: Pick<Database, 'system'>): Promise<void> {
  return db.system(async (tx) => {
    await tx.execute(sql`lock table scan_sums_mark in exclusive mode`)
    const { rows } = await tx.execute<{ first: string | null }>(
      sql`select date_trunc('month', min(at) at time zone 'UTC')::date::text as first from scan`,
    )
    const first = rows[0]!.first ?? 'infinity'
    await tx.execute(sql`delete from scan_day where day >= ${first}::date`)
    await tx.execute(sql`delete from scan_place_month where month >= ${first}::date`)
    await tx.execute(sql`delete from scan_sums_mark`)
  })
}
