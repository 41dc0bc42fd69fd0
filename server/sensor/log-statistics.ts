import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { AlarmRule } from '#shared/sensor/alarm-rule.ts'
import { type Excursion, type LogStatistics, maxListedExcursions } from '#shared/sensor/contract.ts'
import { type LimitSide, sideOf, type ValueLimits } from '#shared/sensor/limits.ts'
import { fromKineticSum } from '#shared/sensor/mkt.ts'
import { hourPieces, type LogOf, readingPieces } from './log-pieces.ts'
import { gapCondition } from './reading-gaps.ts'
import { roundedValue } from './rounded-value.ts'

export const limitsOf = ({
  threshold,
  minimum,
}: {
  threshold: number | null
  minimum: number | null
}): ValueLimits => ({
  limit: threshold,
  minimum,
})

/** Whether a lowest or a highest value is out of range. */
export const isExceeded = ({ min, max }: { min: number | null; max: number | null }, limits: ValueLimits): boolean =>
  [min, max].some((value) => value !== null && sideOf(value, limits) !== undefined)

export type Extent = { total: number; firstAt: number; lastAt: number }
type Extremes = Extent & { min: number | null; max: number | null }

/** The number of readings in a range and the lowest and highest. `firstAt` and `lastAt` in milliseconds, 0 without readings. */
export async function extentOf(tx: Tx, log: LogOf): Promise<Extremes> {
  const { rows } = await tx.execute<Extremes>(sql`
    select coalesce(sum(n), 0)::float8 as total, min(min) as min, max(max) as max,
      coalesce(extract(epoch from min(first_at))::float8 * 1000, 0) as "firstAt",
      coalesce(extract(epoch from max(last_at))::float8 * 1000, 0) as "lastAt"
    from (${hourPieces(log)}) as piece`)
  return rows[0]!
}

/** Up to this number, the time of each reading counts in means; in longer logs, that of each hour. */
const maxWeighted = 20_000

/** The means of a range, in which each reading counts by its time, and the length of its gaps, see `spansOf`. */
export async function meansOf(
  tx: Tx,
  log: LogOf,
  { total }: Extent,
): Promise<Pick<LogStatistics, 'mean' | 'mkt' | 'unknownSeconds'>> {
  type Row = { mean: number | null; kinetic: number | null; unknownSeconds: number }
  const pieces = total > maxWeighted ? hourPieces(log) : readingPieces(log)
  // Before a gap and at the end, a reading counts as long as the shortest time between two of them.
  const { rows } = await tx.execute<Row>(sql`
    with piece as (${pieces}), ${spans(sql`piece`)}, weighted as (
      select *, coalesce(extract(epoch from last_at - first_at
        + case when is_gap or next_at is null then min(between_at) over () else between_at end)::float8, 1) as weight from span
    )
    select sum(sum / n * weight) / sum(weight) as mean, sum(kinetic / n * weight) / sum(weight) as kinetic,
      coalesce(extract(epoch from sum(between_at) filter (where is_gap))::float8, 0) as "unknownSeconds"
    from weighted`)
  const { kinetic, mean, unknownSeconds } = rows[0]!
  const mkt = kinetic === null ? null : fromKineticSum(kinetic, 1)
  return {
    mean: mean === null ? null : roundedValue(mean),
    mkt: mkt === null ? null : roundedValue(mkt),
    unknownSeconds,
  }
}

/**
 * A part of a statement: the pieces of a log with the time until the next one, and whether it is a gap. Each piece has `first_at`,
 * `last_at` and the number `n` of its readings.
 */
const spans = (piece: SQL): SQL => sql`
  near as (
    select *, lead(first_at) over pieces as next_at, lead(first_at) over pieces - last_at as between_at,
      case when n > 1 then (last_at - first_at) / (n - 1) else first_at - lag(last_at) over pieces end as before_at,
      case when lead(n) over pieces > 1 then (lead(last_at) over pieces - lead(first_at) over pieces) / (lead(n) over pieces - 1)
        else lead(first_at, 2) over pieces - lead(last_at) over pieces end as after_at
    from ${piece} window pieces as (order by first_at)
  ), span as (
    select *, coalesce(${gapCondition({ between: sql`between_at`, before: sql`before_at`, after: sql`after_at` })}, false) as is_gap
    from near
  )`

/** The first excursions of a range, and the time out of range of all of them. */
export async function readExcursions(
  tx: Tx,
  log: LogOf,
  limits: ValueLimits,
): Promise<Pick<LogStatistics, 'outOfRangeSeconds' | 'excursions'>> {
  const { rows } = await tx.execute<ExcursionRow>(sql`
    ${excursionsFrom(log, limits)} order by begun limit ${maxListedExcursions}`)
  return { outOfRangeSeconds: rows[0]?.seconds ?? 0, excursions: rows.map(viewExcursion) }
}

/**
 * Excursions of one search for alarms, the newest ones: it limits the time and the memory of a search. A search follows new
 * readings within a minute or so, so only an import of many days, or another limit, can raise no alarm for older excursions.
 */
const maxCounted = 1_000

/**
 * The newest excursions of a range that count by the rule of the sensor, see `countedExcursions`. The rule is part of the
 * statement, so that short excursions cannot displace the ones that count.
 */
export async function readCountedExcursions(
  tx: Tx,
  log: LogOf,
  limits: ValueLimits,
  { alarmMinutes, alarmTotalMinutes }: Pick<AlarmRule, 'alarmMinutes' | 'alarmTotalMinutes'>,
): Promise<(Excursion & { isOpen: boolean })[]> {
  const { rows } = await tx.execute<ExcursionRow>(sql`
    ${excursionsFrom(log, limits)}
    where length >= ${alarmMinutes * 60}::float8 or seconds >= ${alarmTotalMinutes && alarmTotalMinutes * 60}::float8
    order by begun desc limit ${maxCounted}`)
  return rows.map((row) => ({ ...viewExcursion(row), isOpen: row.is_open })).reverse()
}

type ExcursionRow = Record<'begun' | 'ended' | 'peak' | 'length' | 'seconds', number> & {
  side: LimitSide
  /** No reading after it is back in range. */
  is_open: boolean
}

/**
 * The start of a statement about the excursions of a range; `seconds` is the length of all of them. Only hours in which the
 * values cross a limit are read reading by reading; an hour that is completely on one side of it counts as one point.
 */
function excursionsFrom(log: LogOf, { limit, minimum }: ValueLimits): SQL {
  const { merchantId, sensorId } = log
  const [high, low] = [sql`${limit ?? Infinity}::float8`, sql`${minimum ?? -Infinity}::float8`]
  const isUniform = sql`(max < ${high} or min >= ${high}) and (min >= ${low} or max < ${low})`
  return sql`
    with piece as (${hourPieces(log)}), point as (
      select first_at, last_at, n, min, max, case when min >= ${high} then 'above' when max < ${low} then 'below' end as side
      from piece where ${isUniform}
      union all
      select r.at, r.at, 1, r.value, r.value, case when r.value >= ${high} then 'above' when r.value < ${low} then 'below' end
      from piece
      join sensor_reading r on r.merchant_id = ${merchantId} and r.sensor_id = ${sensorId} and r.at between first_at and last_at
      where not (${isUniform})
    ), ${spans(sql`point`)}, marked as (
      select *, side is distinct from lag(side) over (order by first_at) or lag(is_gap) over (order by first_at) as turns from span
    ), run as (
      select *, count(*) filter (where turns) over (order by first_at) as run from marked
    ), excursion as (
      select min(side) as side, min(first_at) as begun, max(case when is_gap then last_at else coalesce(next_at, last_at) end) as ended,
        bool_or(next_at is null) as is_open, case min(side) when 'above' then max(max) else min(min) end as peak
      from run group by run
    ), measured as (
      select side, extract(epoch from begun)::float8 * 1000 as begun, extract(epoch from ended)::float8 * 1000 as ended, peak, is_open,
        extract(epoch from ended - begun)::float8 as length, sum(extract(epoch from ended - begun)) over ()::float8 as seconds
      from excursion where side is not null
    )
    select * from measured`
}

const viewExcursion = ({ side, begun, ended, peak }: ExcursionRow): Excursion => ({
  side,
  from: new Date(begun).toISOString(),
  to: new Date(ended).toISOString(),
  peak,
})
