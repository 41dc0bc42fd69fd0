import type { Excursion, Reading } from './contract.ts'

/**
 * When readings at or above a limit count as an excursion.
 * - `minutes`: only excursions of at least this length count; 0 counts each reading at or above the limit
 * - `cumulativeMinutes`: shorter ones count too, once all together last this long
 */
export type ExcursionRule = { limit: number; minutes: number; cumulativeMinutes?: number | undefined }

/**
 * The excursions in readings in the order of time. An excursion lasts from its first reading at or above the limit until
 * the first reading below it, or until the last reading.
 */
export function excursionsOf(readings: readonly Reading[], rule: ExcursionRule): Excursion[] {
  return countedExcursions(runsAbove(readings, rule.limit), rule)
}

/** Those of all excursions above the limit that count. */
export function countedExcursions<E extends Pick<Excursion, 'from' | 'to'>>(
  all: readonly E[],
  rule: Omit<ExcursionRule, 'limit'>,
): E[] {
  const total = all.reduce((sum, one) => sum + minutesOf(one), 0)
  const isCumulative = rule.cumulativeMinutes !== undefined && total >= rule.cumulativeMinutes && total > 0
  return isCumulative ? [...all] : all.filter((one) => minutesOf(one) >= rule.minutes)
}

/** Seconds out of range: the sum of the lengths of the excursions. */
export const outOfRangeSeconds = (excursions: readonly Excursion[]): number =>
  excursions.reduce((sum, one) => sum + minutesOf(one) * 60, 0)

function runsAbove(readings: readonly Reading[], limit: number): Excursion[] {
  const runs: Excursion[] = []
  let run: Excursion | undefined
  for (const { value, createdAt } of readings) {
    if (run) run.to = createdAt
    if (value < limit) run = undefined
    else if (run) run.peak = Math.max(run.peak, value)
    else {
      run = { from: createdAt, to: createdAt, peak: value }
      runs.push(run)
    }
  }
  return runs
}

const minutesOf = ({ from, to }: Pick<Excursion, 'from' | 'to'>): number => (Date.parse(to) - Date.parse(from)) / 60_000
