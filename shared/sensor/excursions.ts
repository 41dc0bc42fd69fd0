import type { Excursion, Reading } from './contract.ts'
import { moreExtremeValue, sideOf, type ValueLimits } from './limits.ts'

/**
 * Specifies when readings that are out of range count as an excursion.
 * - `minutes`: only excursions of at least this length count; 0 counts each reading that is out of range
 * - `cumulativeMinutes`: shorter ones count too, once all together last this long
 */
export type ExcursionRule = ValueLimits & { minutes: number; cumulativeMinutes?: number | undefined }

/**
 * The excursions in readings in the order of time. An excursion lasts from its first reading out of range until the first
 * one that is not, or is so on the other side, or until the last reading.
 */
export function excursionsOf(readings: readonly Reading[], rule: ExcursionRule): Excursion[] {
  return countedExcursions(runsOutside(readings, rule), rule)
}

/** The excursions that are long enough for the rule. All of them, if together they reach its cumulative duration. */
export function countedExcursions<E extends Pick<Excursion, 'from' | 'to'>>(
  all: readonly E[],
  rule: Omit<ExcursionRule, keyof ValueLimits>,
): E[] {
  const total = all.reduce((sum, one) => sum + minutesOf(one), 0)
  const isCumulative = rule.cumulativeMinutes !== undefined && total >= rule.cumulativeMinutes && total > 0
  return isCumulative ? [...all] : all.filter((one) => minutesOf(one) >= rule.minutes)
}

/** Seconds out of range: the sum of the lengths of the excursions. */
export const outOfRangeSeconds = (excursions: readonly Excursion[]): number =>
  excursions.reduce((sum, one) => sum + minutesOf(one) * 60, 0)

function runsOutside(readings: readonly Reading[], limits: ValueLimits): Excursion[] {
  const runs: Excursion[] = []
  let run: Excursion | undefined
  for (const { value, createdAt } of readings) {
    if (run) run.to = createdAt
    const side = sideOf(value, limits)
    if (!side) run = undefined
    else if (run?.side === side) run.peak = moreExtremeValue(side, run.peak, value)
    else {
      run = { side, from: createdAt, to: createdAt, peak: value }
      runs.push(run)
    }
  }
  return runs
}

const minutesOf = ({ from, to }: Pick<Excursion, 'from' | 'to'>): number => (Date.parse(to) - Date.parse(from)) / 60_000
