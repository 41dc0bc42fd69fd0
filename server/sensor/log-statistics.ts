import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { LogStatistics } from '#shared/sensor/contract.ts'
import { sideOf, type ValueLimits } from '#shared/sensor/limits.ts'
import { fromKineticSum } from '#shared/sensor/mkt.ts'
import { spans } from './excursions.ts'
import { hourPieces, type LogOf, readingPieces } from './log-pieces.ts'
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
 * The points of `excursionsOf` for a range. Only hours in which the values cross a limit are read reading by reading; an hour that is
 * completely on one side of it counts as one point.
 */
export function excursionPoints(log: LogOf, { limit, minimum }: ValueLimits): SQL {
  const { merchantId, sensorId } = log
  const [high, low] = [sql`${limit ?? Infinity}::float8`, sql`${minimum ?? -Infinity}::float8`]
  const isUniform = sql`(max < ${high} or min >= ${high}) and (min >= ${low} or max < ${low})`
  return sql`
    with piece as (${hourPieces(log)})
    select *, ${limit}::float8 as "limit", ${minimum}::float8 as minimum from (
      select id, first_at, last_at, n, min, max from piece where ${isUniform}
      union all
      select piece.id, r.at, r.at, 1, r.value, r.value
      from piece
      join sensor_reading r on r.merchant_id = ${merchantId} and r.sensor_id = ${sensorId} and r.at between first_at and last_at
      where not (${isUniform})
    ) as point`
}
