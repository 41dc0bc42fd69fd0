import { maxReadings, type Reading } from '#shared/sensor/contract.ts'
import type { LineProblem, ReadLog, RefusedLine } from './read-log.ts'

/** Lines that are shown as examples of a reason. */
const shownLines = 3

/** The lines that are refused for one reason: their number, and the first of them. */
type RefusedLines = { problem: LineProblem; count: number; lines: RefusedLine[] }

/** A log in arrays, which a worker transfers without a copy. */
export type PackedLog = Omit<ReadLog, 'readings' | 'problems'> & {
  /** Milliseconds since 1970, and the values in the unit of the sensor. */
  times: Float64Array<ArrayBuffer>
  values: Float64Array<ArrayBuffer>
  min: number
  max: number
  refused: RefusedLines[]
  refusedCount: number
}

export function packLog({ readings, problems, ...log }: ReadLog): PackedLog {
  const [times, values] = [new Float64Array(readings.length), new Float64Array(readings.length)]
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [at, { value, createdAt }] of readings.entries()) {
    times[at] = Date.parse(createdAt)
    values[at] = value
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  const reasons = Map.groupBy(problems, ({ problem }) => problem)
  const refused = [...reasons].map(([problem, lines]) => ({
    problem,
    count: lines.length,
    lines: lines.slice(0, shownLines),
  }))
  return { ...log, times, values, min, max, refused, refusedCount: problems.length }
}

export const readingAt = ({ times, values }: Pick<PackedLog, 'times' | 'values'>, at: number): Reading => ({
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
