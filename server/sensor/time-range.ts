import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { futureToleranceMs, type RangeQuery, sensorProblems } from '#shared/sensor/contract.ts'

/** Both ends are included, in milliseconds. */
export type LogRange = { start: number; end: number }

const weekMs = 7 * 86_400_000
export const hourMs = 3_600_000

/** @param usualMs length of the range that is used when no start is given */
export function timeRangeOf({ startTime, endTime }: RangeQuery, usualMs = weekMs): LogRange {
  const end = endTime === undefined ? Date.now() + futureToleranceMs : Date.parse(endTime)
  const start = startTime === undefined ? Math.max(0, end - usualMs) : Date.parse(startTime)
  if (start >= end) throw new Problem(sensorProblems.badRange)
  return { start, end }
}

const instantOf = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`

/** The readings of a range, for a statement that begins with its columns. */
export const readingsIn = (merchantId: string, sensorId: string, { start, end }: LogRange): SQL => sql`
  from sensor_reading where merchant_id = ${merchantId} and sensor_id = ${sensorId}
    and at between ${instantOf(start)} and ${instantOf(end)}`
