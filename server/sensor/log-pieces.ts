import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { SensorUnit } from '#shared/sensor/units.ts'
import { kineticTermOf } from './readings.ts'
import { hourMs, type LogRange, readingsIn } from './time-range.ts'

export type LogOf = { merchantId: string; sensorId: string; unit: SensorUnit; range: LogRange }

/** Every reading of a range as a piece of its own, with the columns of `sensor_hour`; `id` is the sensor. */
export function readingPieces({ merchantId, sensorId, unit, range }: LogOf): SQL {
  return sql`
    select sensor_id as id, at as first_at, at as last_at, 1 as n, value as sum, value as min, at as min_at, value as max, at as max_at,
      ${kineticTermOf(unit)} as kinetic ${readingsIn(merchantId, sensorId, range)}`
}

/** The whole hours of a range, and the readings of the hours at its ends, of which only a part is in the range. */
export function hourPieces(log: LogOf): SQL {
  const { merchantId, sensorId, range } = log
  const first = Math.ceil(range.start / hourMs) * hourMs
  const end = Math.floor((range.end + 1) / hourMs) * hourMs
  if (first >= end) return readingPieces(log)
  const ends = [
    { start: range.start, end: first - 1 },
    { start: end, end: range.end },
  ].filter((part) => part.start <= part.end)
  const hours = sql`
    select sensor_id as id, first_at, last_at, n, sum, min, min_at, max, max_at, kinetic from sensor_hour
    where merchant_id = ${merchantId} and sensor_id = ${sensorId}
      and hour >= ${new Date(first).toISOString()}::timestamptz and hour < ${new Date(end).toISOString()}::timestamptz`
  return sql.join([hours, ...ends.map((part) => readingPieces({ ...log, range: part }))], sql` union all `)
}
