import type { ValueLimits } from './limits.ts'

type Box = { left: number; top: number; width: number; height: number }
type Reading = { at: number; temp: number }
type Lines = {
  /** The most steps between the lowest and the highest value; there can be one line more than that at each end. */
  mostSteps: number
  /** Whether half a step below the minimum is free for its name. */
  namesMinimum?: boolean
}

/**
 * The places of times and values in a drawing, and the values of its lines. It contains all readings and the limits. Times in milliseconds;
 * at least one reading, in the order of time.
 */
export function chartScales(
  box: Box,
  readings: readonly Reading[],
  { limit, minimum }: ValueLimits,
  { mostSteps, namesMinimum = false }: Lines,
) {
  const temps = [...readings.map(({ temp }) => temp), ...[limit, minimum].filter((one) => one !== null)]
  const [lowest, highest] = [Math.min(...temps), Math.max(...temps)]
  const step = [1, 2, 5, 10, 20, 50].find((size) => (highest - lowest) / size <= mostSteps) ?? 100
  const least = namesMinimum && minimum !== null ? Math.min(lowest, minimum - step / 2) : lowest
  const low = Math.floor(least / step) * step
  const high = Math.max(Math.ceil(highest / step) * step, low + step)
  const [first, last] = [readings[0]!.at, readings.at(-1)!.at]
  return {
    x: (at: number) => box.left + ((at - first) / (last - first || 1)) * box.width,
    y: (temp: number) => box.top + (1 - (temp - low) / (high - low)) * box.height,
    ticks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, n) => low + n * step),
  }
}
