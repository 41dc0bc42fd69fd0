import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import type { AlarmRule } from '#shared/sensor/alarm-rule.ts'
import { type Excursion, type LogStatistics, maxListedExcursions } from '#shared/sensor/contract.ts'
import { type LimitSide, sideOf, type ValueLimits } from '#shared/sensor/limits.ts'
import { fromKineticSum } from '#shared/sensor/mkt.ts'
import { hourPieces, type LogOf } from './log-pieces.ts'
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

/** The number of readings in a range and their statistics. `firstAt` and `lastAt` in milliseconds, 0 without readings. */
export async function extentOf(
  tx: Tx,
  log: LogOf,
): Promise<Extent & Omit<LogStatistics, 'outOfRangeSeconds' | 'excursions'>> {
  type Row = Extent & { min: number | null; max: number | null; mean: number | null; kinetic: number | null }
  const { rows } = await tx.execute<Row>(sql`
    select coalesce(sum(n), 0)::float8 as total, min(min) as min, max(max) as max, sum(sum) / sum(n) as mean,
      sum(kinetic) as kinetic, coalesce(extract(epoch from min(first_at))::float8 * 1000, 0) as "firstAt",
      coalesce(extract(epoch from max(last_at))::float8 * 1000, 0) as "lastAt"
    from (${hourPieces(log)}) as piece`)
  const { kinetic, mean, ...rest } = rows[0]!
  const mkt = kinetic === null ? null : fromKineticSum(kinetic, rest.total)
  return { ...rest, mean: mean === null ? null : roundedValue(mean), mkt: mkt === null ? null : roundedValue(mkt) }
}

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
      select first_at as at, last_at, min, max, case when min >= ${high} then 'above' when max < ${low} then 'below' end as side
      from piece where ${isUniform}
      union all
      select r.at, r.at, r.value, r.value, case when r.value >= ${high} then 'above' when r.value < ${low} then 'below' end
      from piece
      join sensor_reading r on r.merchant_id = ${merchantId} and r.sensor_id = ${sensorId} and r.at between first_at and last_at
      where not (${isUniform})
    ), marked as (
      select *, side is distinct from lag(side) over (order by at) as turns from point
    ), run as (
      select *, count(*) filter (where turns) over (order by at) as run from marked
    ), grouped as (
      select run, min(side) as side, min(at) as begun, max(last_at) as last_at, min(min) as lowest, max(max) as highest
      from run group by run
    ), excursion as (
      select side, begun, coalesce(lead(begun) over (order by run), last_at) as ended, lead(begun) over (order by run) is null as is_open,
        case side when 'above' then highest else lowest end as peak from grouped
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
