import { maxReadings, type Reading } from '#shared/sensor/contract.ts'
import type { ReadLog } from './read-log.ts'

/** Lines that are shown as examples of those that could not be read. */
const shownProblems = 5

/** A log in arrays, which a worker transfers without a copy. */
export type PackedLog = {
  /** Milliseconds since 1970, and the values in the unit of the sensor. */
  times: Float64Array<ArrayBuffer>
  values: Float64Array<ArrayBuffer>
  min: number
  max: number
  /** The first lines that could not be read, and the number of all. */
  problems: ReadLog['problems']
  problemCount: number
  hasRepeatedHour: boolean
}

export function packLog({ readings, problems, hasRepeatedHour }: ReadLog): PackedLog {
  const [times, values] = [new Float64Array(readings.length), new Float64Array(readings.length)]
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [at, { value, createdAt }] of readings.entries()) {
    times[at] = Date.parse(createdAt)
    values[at] = value
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  const shown = problems.slice(0, shownProblems)
  return { times, values, min, max, problems: shown, problemCount: problems.length, hasRepeatedHour }
}

export const readingAt = ({ times, values }: PackedLog, at: number): Reading => ({
  value: values[at]!,
  createdAt: new Date(times[at]!).toISOString(),
})

/** The readings in parts that one call can store. */
export function* partsOf(log: PackedLog, size = maxReadings): Generator<Reading[]> {
  for (let from = 0; from < log.times.length; from += size) {
    const length = Math.min(size, log.times.length - from)
    yield Array.from({ length }, (_, n) => readingAt(log, from + n))
  }
}
