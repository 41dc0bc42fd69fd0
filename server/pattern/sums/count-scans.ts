import type { Database, Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { codesPerBlock } from '#server/pattern/harvest/harvest.ts'
import { byPeople, verdictLetters } from '#server/scan/table.ts'

/** A window with more scans makes the next one shorter. */
const scansPerWindow = 100_000
const firstWindowSeconds = 3600
const daySeconds = 86_400
/** Entries of `kinds` in a block. What comes after them is not counted, so that a row stays small. */
const maxKinds = 1_000

/** Scans of active codes by people. */
export const shoppersScans = sql`${byPeople} and verdict in (${sql.raw(`'${verdictLetters.genuine}', '${verdictLetters.expired}'`)})`

export type CountedWindow = {
  /** The UTC day of the window. */
  day: string
  /** Whether the day is completely counted. */
  endsDay: boolean
  nextSeconds: number
}

/**
 * Adds the scans of the next window of time to the blocks and moves the mark behind them, in one transaction: a crash repeats or
 * completes both. A window is a part of one day (UTC). Only days that have ended are counted, an hour later, so that all their
 * scans are committed.
 *
 * @param also what else belongs to the end of a day, in the same transaction
 * @returns undefined if all days are counted
 */
export function countNextLooks(
  db: Pick<Database, 'system'>,
  seconds: number | undefined,
  also: (tx: Tx, day: string) => Promise<void>,
): Promise<CountedWindow | undefined> {
  const length = seconds ?? firstWindowSeconds
  return db.system(async (tx) => {
    await tx.execute(sql`
      insert into pattern_mark (id, counted_to, compared_to)
      select 1, date_trunc('day', first, 'UTC'), (first at time zone 'UTC')::date
      from (select coalesce((select min(at) from scan), now()) as first) scans
      where not exists (select from pattern_mark) on conflict do nothing`)
    const { rows } = await tx.execute<{ starts: string; ends: string; day: string; endsDay: boolean }>(sql`
      select counted_to::text as starts, least(counted_to + length, next_day)::text as ends, day::text,
        counted_to + length >= next_day as "endsDay"
      from (select counted_to, make_interval(secs => ${length}) as length, (counted_to at time zone 'UTC')::date as day,
          date_trunc('day', counted_to, 'UTC') + interval '1 day' as next_day
        from pattern_mark where id = 1 for update) mark
      where next_day <= now() - interval '1 hour'`)
    const [window] = rows
    if (!window) return undefined
    await tx.execute(sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`)
    const { rows: counted } = await tx.execute<{ scans: number }>(countStatement(window))
    await tx.execute(sql`update pattern_mark set counted_to = ${window.ends}::timestamptz where id = 1`)
    if (window.endsDay) await also(tx, window.day)
    const fits = Math.round((length * scansPerWindow) / Math.max(counted[0]!.scans, scansPerWindow / 16))
    return { day: window.day, endsDay: window.endsDay, nextSeconds: Math.max(1, Math.min(daySeconds, fits)) }
  })
}

type Window = { starts: string; ends: string; day: string }

/** Kinds of phone are the third and fourth byte of a visitor, from its lowest bit on: see `scan.visitor`. */
const countStatement = ({ starts, ends, day }: Window) => sql`
  with looks as materialized (
    select address, ((visitor >> 16) & 65535)::int as kind, count(*) as scans from scan
    where at >= ${starts}::timestamptz and at < ${ends}::timestamptz and ${shoppersScans} group by 1, 2
  ), placed as (
    select c.order_id, c.merchant_id, (c.serial_no - 1) / ${codesPerBlock}::int as block,
      (c.serial_no - 1) % ${codesPerBlock}::int as place, kind
    from looks join code c on c.address = looks.address
  ), new as (
    select placed.order_id, placed.merchant_id, placed.block, bit_or(1::bigint << place) as scanned,
      array_agg(place * 65536 + kind) as kinds
    from placed left join pattern_block known on known.order_id = placed.order_id and known.block = placed.block
    where known.order_id is null
      or (cardinality(known.kinds) < ${maxKinds}::int and not (place * 65536 + kind) = any (known.kinds))
    group by 1, 2, 3 order by 1, 3
  ), added as (
    insert into pattern_block as known (order_id, block, merchant_id, scanned, again, fresh, day, kinds)
    select order_id, block, merchant_id, scanned, 0, scanned, ${day}::date, kinds from new
    on conflict (order_id, block) do update set
      scanned = known.scanned | excluded.scanned,
      again = known.again | (excluded.scanned & known.scanned
        & ~(case when known.day = excluded.day then known.fresh else 0 end)),
      fresh = (case when known.day = excluded.day then known.fresh else 0 end) | (excluded.scanned & ~known.scanned),
      day = excluded.day,
      kinds = known.kinds || excluded.kinds
  )
  select coalesce(sum(scans), 0)::float8 as scans from looks`
