import type { Database, Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { codesPerBlock } from '#server/pattern/harvest/harvest.ts'
import { byPeople, verdictLetters } from '#server/scan/table.ts'

/** A window that takes longer makes the next one shorter. A statement of 30 s would count as lost. */
const secondsPerWindow = 12
/** A window is at most this number of times as long as the one before. */
const growth = 4
const firstWindowSeconds = 3600
const longestDays = 366
const daySeconds = 86_400
/** Entries of `kinds` in a block, so that a row stays small. A kind that is left out is a new one on a later day. */
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
    await tx.execute(sql`select set_config('work_mem', '96MB', true), set_config('jit', 'off', true)`)
    await tx.execute(countStatement(window))
    const took = (performance.now() - startedAt) / 1000
    await tx.execute(sql`update pattern_mark set counted_to = ${window.ends}::timestamptz where id = 1`)
    if (window.endsDay) await also(tx, { from: window.firstDay, to: window.ends })
    const share = Math.max(took / secondsPerWindow, 1 / growth)
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

/**
 * Scans of a window are sorted by one number each: from its lowest bit on, 16 bits of the kind of phone (third and fourth byte of
 * `scan.visitor`), 6 of the place of the code in its block, 18 of the block, and the number that its order has in this statement.
 * Scans of codes that are known to have a second kind, and of known kinds, change nothing.
 */
const countStatement = ({ starts, ends, day }: Window) => sql`
  with orders as materialized (
    select id, merchant_id, row_number() over () as number from code_order
  ), looks as (
    select (o.number << 40) | (((c.serial_no - 1) / ${codesPerBlock}::int)::bigint << 22)
      | (((c.serial_no - 1) % ${codesPerBlock}::int) << 16) | ((s.visitor >> 16) & 65535) as look, (s.at at time zone 'UTC')::date as day
    from scan s join code c on c.address = s.address join orders o on o.id = c.order_id
    where s.at >= ${starts}::timestamptz and s.at < ${ends}::timestamptz and ${shoppersScans}
  ), seen as (
    select look, min(day) as day from looks group by 1
  ), dated as (
    select look >> 22 as block, ((look >> 16) & 63)::int as place, (look & 4194303)::int as kind, day = min(day) over (partition by look >> 16) as is_first
    from seen
  ), known as (
    select (o.number << 18) | b.block as block, b.scanned, b.again, b.kinds,
      b.scanned & ~(case when b.day = ${day}::date then b.fresh else 0 end) as earlier
    from pattern_block b join orders o on o.id = b.order_id
  ), changes as (
    select dated.block, kind, 1::bigint << place as code, is_first and ((coalesce(earlier, 0) >> place) & 1) = 0 as is_fresh
    from dated left join known on known.block = dated.block
    where known.block is null or (((again >> place) & 1) = 0 and (((scanned >> place) & 1) = 0 or not kind = any (kinds)))
  ), counted as (
    select block, bit_or(code) as scanned, coalesce(bit_or(code) filter (where not is_fresh), 0) as again,
      coalesce(array_agg(kind) filter (where is_fresh), '{}') as kinds
    from changes group by 1
  ), new as (
    select o.id as order_id, o.merchant_id, (counted.block & 262143)::int as block, scanned, again, kinds
    from counted join orders o on o.number = counted.block >> 18
  )
  merge into pattern_block known using new on known.order_id = new.order_id and known.block = new.block
  when matched then update set
    scanned = known.scanned | new.scanned,
    again = known.again | new.again,
    fresh = (case when known.day = ${day}::date then known.fresh else 0 end) | (new.scanned & ~known.scanned),
    day = ${day}::date,
    kinds = (known.kinds || new.kinds)[1:${maxKinds}::int]
  when not matched then insert (order_id, block, merchant_id, scanned, again, fresh, day, kinds)
    values (new.order_id, new.block, new.merchant_id, new.scanned, new.again, new.scanned, ${day}::date, new.kinds[1:${maxKinds}::int])`
