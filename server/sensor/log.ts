import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { maxChartPoints, type RangeQuery, type Reading, type SensorLog } from '#shared/sensor/contract.ts'
import { readExcursions } from './excursions.ts'
import { hourPieces, type LogOf, readingPieces } from './log-pieces.ts'
import { type Extent, excursionPoints, extentOf, isExceeded, limitsOf, meansOf } from './log-statistics.ts'
import { findSensorRow } from './service.ts'
import { viewPoint } from './states.ts'
import { hourMs, readingsIn, timeRangeOf } from './time-range.ts'

const buckets = maxChartPoints / 2

/** The chart and the statistics of a range. Long ranges are read from the hours, so that their length costs little. */
export async function readLog(tx: Tx, merchantId: string, sensorId: string, query: RangeQuery): Promise<SensorLog> {
  const { id, name, type, unit, location, threshold, minimum } = await findSensorRow(tx, merchantId, sensorId)
  const log: LogOf = { merchantId, sensorId, unit, range: timeRangeOf(query) }
  const { min, max, ...extent } = await extentOf(tx, log)
  const limits = limitsOf({ threshold, minimum })
  const { excursions, outOfRangeSeconds } = isExceeded({ min, max }, limits)
    ? await readExcursions(tx, excursionPoints(log, limits))
    : { excursions: [], outOfRangeSeconds: 0 }
  const statistics = { min, max, ...(await meansOf(tx, log, extent)), excursions, outOfRangeSeconds }
  const logs = await chartOf(tx, log, extent)
  return { id, name, type, unit, location, threshold, minimum, logs, total: extent.total, statistics }
}

/**
 * All readings if they are few, otherwise the minimum and the maximum of each of 500 equal parts of the time. A window finds
 * them: a join of the parts with the readings becomes a nested loop where many readings are too new to be in the statistics
 * of PostgreSQL, which takes seconds.
 */
async function chartOf(tx: Tx, log: LogOf, { total, firstAt, lastAt }: Extent): Promise<Reading[]> {
  const { merchantId, sensorId, range } = log
  if (total <= maxChartPoints) {
    const { rows } = await tx.execute<{ at: number; value: number }>(sql`
      select extract(epoch from at)::float8 * 1000 as at, value ${readingsIn(merchantId, sensorId, range)} order by sensor_reading.at`)
    return rows.map(viewPoint)
  }
  const isLong = lastAt - firstAt > buckets * hourMs
  // One second more, so that the last reading is in the last part.
  const width = (lastAt - firstAt + 1000) / 1000 / buckets
  const { rows } = await tx.execute<{ at: number; value: number }>(sql`
    with piece as (
      select floor((extract(epoch from first_at)::float8 - ${firstAt / 1000}::float8) / ${width}::float8) as part,
        min, min_at, max, max_at
      from (${isLong ? hourPieces(log) : readingPieces(log)}) as piece
    ), compared as (
      select *, min(min) over parts as low, max(max) over parts as high from piece window parts as (partition by part)
    ), point as (
      select min(min_at) as at, low as value from compared where min = low group by part, low
      union
      select min(max_at), high from compared where max = high group by part, high
    )
    select extract(epoch from at)::float8 * 1000 as at, value from point order by point.at`)
  return rows.map(viewPoint)
}
