import { futureToleranceMs, maxReadings } from '#shared/sensor/contract.ts'
import { rangeOfUnit, type SensorUnit } from '#shared/sensor/units.ts'
import { type ResolvedRecord, resolveRecords, type SenmlError } from './record.ts'
import { fromSenmlUnit } from './units.ts'

/** More than any tag can store. */
export const maxSenmlBytes = 1024 * 1024
/** Times from here on are counted from 1970, smaller ones from the present (RFC 8428, section 4.5.3). */
const absoluteFrom = 2 ** 28
/** A clock that was never set shows such times. */
const earliest = Date.UTC(2000)

/** `at`: milliseconds since 1970. */
type TagReading = { at: number; value: number }

/** The readings of one sensor of a tag, each time once, in the order of time. */
export type TagSeries = { name: string; unit: SensorUnit; readings: TagReading[]; min: number; max: number }

/** The reason why a record is skipped. */
type SkipReason = 'notNumber' | 'unit' | 'future' | 'old' | 'range'
/** `record`: its number, from 1. */
export type SkippedRecord = { record: number; reason: SkipReason; unit: string; value: number | undefined }

export type TagContent = {
  series: TagSeries[]
  leftOut: SkippedRecord[]
  /** Whether times are counted from the moment of reading: a second read gives other times for the same readings. */
  isRelative: boolean
}

/**
 * Reads a pack of Sensor Measurement Lists in JSON, `application/senml+json` of RFC 8428. One record that cannot be
 * understood makes the whole pack unusable, because the records after it depend on it; a reading that cannot be stored is
 * left out alone.
 *
 * @param now when the tag was read, in milliseconds since 1970
 */
export function readSenml(text: string, now: number): TagContent | SenmlError {
  if (text.length > maxSenmlBytes) return { error: 'tooLarge' }
  const records = parse(text)
  if (!Array.isArray(records)) return { error: records === undefined ? 'notJson' : 'notList' }
  const resolved = resolveRecords(records)
  if ('error' in resolved) return resolved
  if (resolved.length > maxReadings) return { error: 'tooMany' }
  const content: TagContent = { series: [], leftOut: [], isRelative: false }
  const seriesOf = new Map<string, Map<number, number>>()
  const heads: Pick<TagSeries, 'name' | 'unit'>[] = []
  for (const one of resolved) {
    const read = readingOf(one, now)
    if (typeof read === 'string') {
      const { record, unit, value } = one
      content.leftOut.push({ record, reason: read, unit, value })
      continue
    }
    if (one.time < absoluteFrom) content.isRelative = true
    const key = `${one.name} ${read.unit}`
    let values = seriesOf.get(key)
    if (!values) {
      values = new Map()
      seriesOf.set(key, values)
      heads.push({ name: one.name, unit: read.unit })
    }
    // As where readings are stored, the first value of a time stays.
    if (!values.has(read.at)) values.set(read.at, read.value)
  }
  content.series = [...seriesOf.values()].map((values, i) => ({ ...heads[i]!, ...summary(values) }))
  return content
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function readingOf({ unit, time, value }: ResolvedRecord, now: number) {
  if (value === undefined) return 'notNumber'
  const read = fromSenmlUnit(value, unit)
  if (!read) return 'unit'
  const at = Math.round(time < absoluteFrom ? now + time * 1000 : time * 1000)
  if (at > now + futureToleranceMs) return 'future'
  if (at < earliest) return 'old'
  const { min, max } = rangeOfUnit[read.unit]
  return read.value < min || read.value > max ? 'range' : { ...read, at }
}

function summary(values: ReadonlyMap<number, number>): Pick<TagSeries, 'readings' | 'min' | 'max'> {
  const readings = [...values].map(([at, value]) => ({ at, value })).sort((one, other) => one.at - other.at)
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { value } of readings) [min, max] = [Math.min(min, value), Math.max(max, value)]
  return { readings, min, max }
}
