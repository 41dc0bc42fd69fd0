import type { Excursion } from './contract.ts'

/**
 * Specifies which excursions count.
 * - `minutes`: only those of at least this length count; 0 counts each reading that is out of range
 * - `cumulativeMinutes`: shorter ones count too, once all together last this long
 */
type ExcursionRule = { minutes: number; cumulativeMinutes?: number | undefined }

/** The excursions that are long enough for the rule. All of them, if together they reach its cumulative duration. */
export function countedExcursions<E extends Pick<Excursion, 'from' | 'to'>>(
  all: readonly E[],
  { minutes, cumulativeMinutes }: ExcursionRule,
): E[] {
  const total = all.reduce((sum, one) => sum + minutesOf(one), 0)
  const isCumulative = cumulativeMinutes !== undefined && total >= cumulativeMinutes && total > 0
  return isCumulative ? [...all] : all.filter((one) => minutesOf(one) >= minutes)
}

const minutesOf = ({ from, to }: Pick<Excursion, 'from' | 'to'>): number => (Date.parse(to) - Date.parse(from)) / 60_000
