import type { Tx } from '#server/core/db/database.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { type JourneyRange, journeyExcursions } from '#shared/sensor/journey-sentence.ts'
import { readExcursions } from './excursions.ts'
import { excursionPoints, extentOf, isExceeded, limitsOf } from './log-statistics.ts'
import { sensor } from './table.ts'

/** A step of a submission during which a sensor recorded. */
export type Recording = { merchantId: string; sensorId: string; start: string; end: string }

/** The readings of a recording; undefined without any. Readings of a removed sensor stay. */
export async function readRecording(
  tx: Tx,
  { merchantId, sensorId, start, end }: Recording,
): Promise<JourneyRange | undefined> {
  const [row] = await tx
    .select()
    .from(sensor)
    .where(and(eq(sensor.merchantId, merchantId), eq(sensor.id, sensorId)))
  const range = { start: Date.parse(start), end: Date.parse(end) }
  if (!row || !(range.start < range.end)) return undefined
  const log = { merchantId, sensorId, unit: row.unit, range }
  const { min, max } = await extentOf(tx, log)
  if (min === null || max === null) return undefined
  const { unit, location: place } = row
  const limits = limitsOf(row)
  const excursions = isExceeded({ min, max }, limits)
    ? journeyExcursions(await readExcursions(tx, excursionPoints(log, limits)))
    : null
  return { min, max, unit, place, excursions, ...limits, isOpen: false }
}
