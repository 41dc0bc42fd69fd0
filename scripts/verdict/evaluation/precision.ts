import type { Rate } from './interval.ts'

/** One copied label in this many. */
export const baseRates = [100, 1000, 10_000] as const

/** Share of the warned items that are copied, with the limits of the intervals that are worst and best for it. */
export function precisionAt(oneIn: number, warned: Rate, detected: Rate): { rate: number; low: number; high: number } {
  const share = (found: number, wrong: number) => {
    const right = found / oneIn
    const all = right + wrong * (1 - 1 / oneIn)
    return all > 0 ? right / all : 0
  }
  return {
    rate: share(detected.rate, warned.rate),
    low: share(detected.low, warned.high),
    high: share(detected.high, warned.low),
  }
}
