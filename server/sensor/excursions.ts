import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { type Excursion, maxListedExcursions } from '#shared/sensor/contract.ts'
import type { LimitSide } from '#shared/sensor/limits.ts'
import { gapFactor, knownSpanMs } from '#shared/sensor/reading-spans.ts'

/**
 * Common table expressions of a statement: `span` has the points of logs with the time until the next one (`next_at`, `between_at`), and
 * whether it is a gap (`is_gap`), see `spansOf`.
 *
 * @param point the name of a table of points, each with the `id` of its log, `first_at`, `last_at` and the number `n` of its readings
 */
export const spans = (point: SQL): SQL => sql`
  near as (
    select *, lead(first_at) over points as next_at, lead(first_at) over points - last_at as between_at,
      case when n > 1 then (last_at - first_at) / (n - 1) else first_at - lag(last_at) over points end as before_at,
      case when lead(n) over points > 1 then (lead(last_at) over points - lead(first_at) over points) / (lead(n) over points - 1)
        else lead(first_at, 2) over points - lead(last_at) over points end as after_at
    from ${point} window points as (partition by id order by first_at)
  ), span as (
    select *, coalesce(between_at > ${knownSpanMs / 1000}::float8 * interval '1 second'
      and coalesce(between_at > ${gapFactor} * least(before_at, after_at), true), false) as is_gap
    from near
  )`

/**
 * Common table expressions of a statement: `point`, and `excursion` with the excursions of each log. An excursion lasts from its first
 * reading at or above the limit, or below the minimum, until the first reading that is neither, or is so on the other side. Before a
 * gap, it lasts until the last reading, because nobody knows what was in the gap. It is open (`is_open`) if no reading follows.
 * `length` is its seconds, and `seconds` those of all excursions of its log.
 *
 * @param points a query for points as of `spans`, with their lowest and highest value (`min`, `max`) and the limits of the log (`limit`,
 *   `minimum`). A point can be several readings if their values are completely on one side of each limit.
 */
export const excursionsOf = (points: SQL): SQL => sql`
  point as (
    select *, case when min >= "limit" then 'above' when max < minimum then 'below' end as side from (${points}) as points
  ), ${spans(sql`point`)}, marked as (
    select *, side is distinct from lag(side) over logs or lag(is_gap) over logs as turns
    from span window logs as (partition by id order by first_at)
  ), numbered as (
    select *, count(*) filter (where turns) over (partition by id order by first_at) as number from marked
  ), outside as (
    select id, side, min(first_at) as begun, max(case when is_gap then last_at else coalesce(next_at, last_at) end) as ended,
      bool_or(next_at is null) as is_open, case side when 'above' then max(max) else min(min) end as peak
    from numbered where side is not null group by id, number, side
  ), excursion as (
    select *, extract(epoch from ended - begun)::float8 as length,
      sum(extract(epoch from ended - begun)) over (partition by id)::float8 as seconds
    from outside
  )`

/**
 * A condition for rows of `excursion`: those that are long enough for a rule. All of a log, if together they last as long as its
 * cumulative duration, which can be null.
 */
export const isCounted = (rule: { minutes: SQL; totalMinutes: SQL }): SQL =>
  sql`(length >= 60 * ${rule.minutes} or seconds >= 60 * ${rule.totalMinutes})`

/** The first excursions of a log, the number of all of them and their time. */
export async function readExcursions(
  tx: Tx,
  points: SQL,
): Promise<{ excursions: Excursion[]; count: number; outOfRangeSeconds: number }> {
  const { rows } = await tx.execute<ExcursionRow & { count: number; seconds: number }>(sql`
    with ${excursionsOf(points)}
    select ${excursionColumns}, count(*) over ()::int as count, seconds from excursion order by begun limit ${maxListedExcursions}`)
  return {
    excursions: rows.map(viewExcursion),
    count: rows[0]?.count ?? 0,
    outOfRangeSeconds: rows[0]?.seconds ?? 0,
  }
}

/** Times in milliseconds since 1970. */
type ExcursionRow = { side: LimitSide; begun: number; ended: number; peak: number }

const excursionColumns = sql`side, extract(epoch from begun)::float8 * 1000 as begun, extract(epoch from ended)::float8 * 1000 as ended, peak`

const viewExcursion = ({ side, begun, ended, peak }: ExcursionRow): Excursion => ({
  side,
  from: new Date(begun).toISOString(),
  to: new Date(ended).toISOString(),
  peak,
})

/**
 * Excursions of one search for alarms, the newest ones: it limits the time and the memory of a search. A search follows new
 * readings within a minute or so, so only an import of many days, or another limit, can raise no alarm for older excursions.
 */
const maxCounted = 1_000

/**
 * The newest excursions of a log that count by a rule. The rule is part of the statement, so that short excursions cannot displace
 * the ones that count.
 */
export async function readCountedExcursions(
  tx: Tx,
  points: SQL,
  rule: { minutes: number; totalMinutes: number | null },
): Promise<(Excursion & { isOpen: boolean })[]> {
  const counted = isCounted({ minutes: sql`${rule.minutes}::float8`, totalMinutes: sql`${rule.totalMinutes}::float8` })
  const { rows } = await tx.execute<ExcursionRow & { is_open: boolean }>(sql`
    with ${excursionsOf(points)}
    select ${excursionColumns}, is_open from excursion where ${counted} order by excursion.begun desc limit ${maxCounted}`)
  return rows.map((row) => ({ ...viewExcursion(row), isOpen: row.is_open })).reverse()
}
