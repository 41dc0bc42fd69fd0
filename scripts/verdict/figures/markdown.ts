import type { Rate } from '#scripts/verdict/evaluation/interval.ts'

/** A table whose first column is text and whose others are numbers. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ['---', ...head.slice(1).map(() => '---:')], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

export const percent = (share: number, digits = 0): string => (100 * share).toFixed(digits)

/** Rates of several numbers of scanned items in one cell. */
export const rateSeries = (rates: readonly Rate[]): string => rates.map(({ rate }) => percent(rate)).join(' / ')

export const withInterval = ({ rate, low, high }: { rate: number; low: number; high: number }, digits = 2): string =>
  `${percent(rate, digits)} (${percent(low, digits)}–${percent(high, digits)})`
