import { formatNumber } from '#client/core/format/number.ts'

/** Formats a value with at most two decimals and its unit. */
export function formatReading(value: number, unit: string): string {
  return `${formatNumber(value, { maximumFractionDigits: 2 })} ${unit}`
}

/** Values at the limit count as out of range, too. */
export const isOutOfRange = (value: number, limit: number | null): boolean => limit !== null && value >= limit
