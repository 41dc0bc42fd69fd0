import { formatNumber } from './number.ts'

/** Percent above which a trend is strong growth. */
const strong = 100

/**
 * Formats a change in percent: one decimal without a trailing zero, with a plus sign when positive. A dash if there was
 * nothing to compare with.
 */
export function formatTrend(percent: number | null): string {
  if (percent === null) return '—'
  const rounded = Math.round(percent * 10) / 10
  // Adding zero turns the negative zero of a small decrease into zero.
  return `${formatNumber(rounded + 0, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })}%`
}

export const isStrongGrowth = (percent: number | null): boolean => percent !== null && percent > strong
