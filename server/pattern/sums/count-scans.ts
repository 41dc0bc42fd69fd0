import type { Database, Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { codesPerBlock } from '#server/pattern/harvest/harvest.ts'
import { byPeople, verdictLetters } from '#server/scan/table.ts'

/** A window with more scans, or one that takes longer, makes the next one shorter. */
const scansPerWindow = 250_000
const secondsPerWindow = 5
const firstWindowSeconds = 3600
const longestDays = 60
const daySeconds = 86_400
/** Entries of `kinds` in a block. What comes after them is not counted, so that a row stays small. */
const maxKinds = 1_000

/** Scans of active codes by people. */
export const shoppersScans = sql`${byPeople} and verdict in (${sql.raw(`'${verdictLetters.genuine}', '${verdictLetters.expired}'`)})`

/** Whole days, the end not included. */
export type EndedDays = { from: string; to: string }

/** What the next window may be: shorter or longer than the last one. */
export type CountedWindow = { nextSeconds: number }

/**
 * Adds the scans of the next window of time to the blocks and moves the mark behind them, in one transaction: a crash repeats or
 * completes both. A window is a part of one day (UTC) or several whole days, so that many days need few writes. Only days that have
 * ended are counted, an hour later, so that all their scans are committed.
 *
 * @param also what else belongs to the days that end in the window, in the same transaction
 * @returns undefined if all days are counted
 */
export function countNextLooks(
  db: Pick<Database, 'system'>,
  seconds: number | undefined,
  also: (tx: Tx, days: EndedDays) => Promise<void>,
): Promise<CountedWindow | undefined> {
  const length = seconds ?? firstWindowSeconds
  return db.system(async (tx) => {
    const window = await nextWindow(tx, length)
    if (!window) return undefined
    const startedAt = performance.now()
    await tx.execute(sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`)
    const { rows } = await tx.execute<{ scans: number }>(countStatement(window))
    const took = (performance.now() - startedAt) / 1000
    await tx.execute(sql`update pattern_mark set counted_to = ${window.ends}::timestamptz where id = 1`)
    if (window.endsDay) await also(tx, { from: window.firstDay, to: window.ends })
    const share = Math.max(rows[0]!.scans / scansPerWindow, took / secondsPerWindow, 1 / 16)
    return { nextSeconds: Math.max(1, Math.min(longestDays * daySeconds, Math.round(length / share))) }
  })
}

/** The window from the mark, which is locked. It is longer than the rest of its day only if it begins with a day. */
async function nextWindow(tx: Tx, seconds: number): Promise<Window | undefined> {
  await tx.execute(sql`
    insert into pattern_mark (id, counted_to, compared_to)
    select 1, date_trunc('day', first, 'UTC'), (first at time zone 'UTC')::date
    from (select coalesce((select min(at) from scan), now()) as first) scans
    where not exists (select from pattern_mark) on conflict do nothing`)
  const { rows } = await tx.execute<Window>(sql`
    with mark as (
      select counted_to, date_trunc('day', counted_to, 'UTC') as day,
        date_trunc('day', now() - interval '1 hour', 'UTC') as latest
      from pattern_mark where id = 1 for update
    ), ended as (
      select counted_to, case when counted_to = day and ${seconds}::int >= ${daySeconds}::int
        then least(latest, day + make_interval(days => ${seconds}::int / ${daySeconds}::int))
        else least(counted_to + make_interval(secs => ${seconds}), day + interval '1 day') end as ends
      from mark where day < latest
    )
    select counted_to::text as starts, ends::text as ends,
      to_char((ends - interval '1 microsecond') at time zone 'UTC', 'YYYY-MM-DD') as day,
      date_trunc('day', counted_to, 'UTC')::text as "firstDay", ends = date_trunc('day', ends, 'UTC') as "endsDay"
    from ended`)
  return rows[0]
}

/** `day`: its last day. `firstDay`: the begin of its first one. */
type Window = { starts: string; ends: string; day: string; firstDay: string; endsDay: boolean }

/** Kinds of phone are the third and fourth byte of a visitor, from its lowest bit on: see `scan.visitor`. */
const countStatement = ({ starts, ends, day }: Window) => sql`
  with looks as materialized (
    select address, ((visitor >> 16) & 65535)::int as kind, min((at at time zone 'UTC')::date) as day, count(*) as scans from scan
    where at >= ${starts}::timestamptz and at < ${ends}::timestamptz and ${shoppersScans} group by 1, 2
  ), placed as (
    select c.order_id, c.merchant_id, (c.serial_no - 1) / ${codesPerBlock}::int as block,
      (c.serial_no - 1) % ${codesPerBlock}::int as place, kind, day > min(day) over (partition by c.address) as is_later
    from looks join code c on c.address = looks.address
  ), new as (
    select placed.order_id, placed.merchant_id, placed.block, bit_or(1::bigint << place) as scanned,
      coalesce(bit_or(1::bigint << place) filter (where is_later), 0) as again,
      array_agg(place * 65536 + kind) as kinds
    from placed left join pattern_block known on known.order_id = placed.order_id and known.block = placed.block
    where known.order_id is null
      or (cardinality(known.kinds) < ${maxKinds}::int and not (place * 65536 + kind) = any (known.kinds))
    group by 1, 2, 3 order by 1, 3
  ), added as (
    insert into pattern_block as known (order_id, block, merchant_id, scanned, again, fresh, day, kinds)
    select order_id, block, merchant_id, scanned, again, scanned, ${day}::date, kinds from new
    on conflict (order_id, block) do update set
      scanned = known.scanned | excluded.scanned,
      again = known.again | excluded.again | (excluded.scanned & known.scanned
        & ~(case when known.day = excluded.day then known.fresh else 0 end)),
      fresh = (case when known.day = excluded.day then known.fresh else 0 end) | (excluded.scanned & ~known.scanned),
      day = excluded.day,
      kinds = known.kinds || excluded.kinds
  )
  select coalesce(sum(scans), 0)::float8 as scans from looks`
