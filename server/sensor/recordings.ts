import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import type { JourneyRange } from '#shared/sensor/journey-sentence.ts'
import { extentOf, readExcursions } from './log-statistics.ts'
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
  const { unit, threshold: limit, location: place } = row
  const exceeds = limit !== null && max >= limit
  const excursions = exceeds ? await excursionsOfRecording() : null
  return { ...{ min, max, unit, limit, place, excursions }, isOpen: false }

  async function excursionsOfRecording(): Promise<JourneyRange['excursions']> {
    const { excursions, outOfRangeSeconds: seconds } = await readExcursions(tx, log, limit!)
    const last = excursions.at(-1)
    return last ? { count: excursions.length, seconds, lastFrom: last.from, peak: max! } : null
  }
}
