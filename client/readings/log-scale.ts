import { scaleLinear, scaleTime } from '@visx/scale'
import type { Log } from './log.ts'

type Size = { width: number; height: number }

/**
 * The axes of a chart: the times of the readings, and a range of values that contains all readings and the limits.
 */
export function logScales({ logs, limit, minimum }: Pick<Log, 'logs' | 'limit' | 'minimum'>, { width, height }: Size) {
  const values = logs.map(({ value }) => value)
  for (const one of [limit, minimum]) if (one !== null) values.push(one)
  const { low, high } = extentOf(values)
  // Space above and below, so that the line is not drawn on the frame.
  const space = (high - low || 1) * 0.08
  return {
    x: scaleTime<number>({
      domain: [new Date(logs[0]!.createdAt), new Date(logs.at(-1)!.createdAt)],
      range: [0, width],
    }),
    y: scaleLinear<number>({ domain: [low - space, high + space], range: [height, 0], nice: 4 }),
  }
}

/** The positions of the first lowest and the first highest reading. */
export function extremesOf(logs: Log['logs']): { lowest: number; highest: number } {
  let [lowest, highest] = [0, 0]
  for (const [at, { value }] of logs.entries()) {
    if (value < logs[lowest]!.value) lowest = at
    if (value > logs[highest]!.value) highest = at
  }
  return { lowest, highest }
}

/** The position of the reading that is nearest in time. */
export function nearestReading(logs: Log['logs'], time: number): number {
  let [low, high] = [0, logs.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (Date.parse(logs[middle]!.createdAt) < time) low = middle
    else high = middle
  }
  const distance = (at: number) => Math.abs(Date.parse(logs[at]!.createdAt) - time)
  return distance(low) <= distance(high) ? low : high
}

/** `Math.min(...values)` fails for long lists. */
function extentOf(values: readonly number[]): { low: number; high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return { low, high }
}
