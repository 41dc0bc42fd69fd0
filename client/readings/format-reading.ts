import { formatNumber } from '#client/core/format/number.ts'
import { sideOf, type ValueLimits } from '#shared/sensor/limits.ts'

/** Formats a value with at most two decimals and its unit. */
export function formatReading(value: number, unit: string): string {
  return `${formatNumber(value, { maximumFractionDigits: 2 })} ${unit}`
}

/** The key of the text that describes how a value is out of range; undefined for an allowed value. */
export function rangeWord(value: number, limits: ValueLimits): 'atLimit' | 'belowMinimum' | undefined {
  const side = sideOf(value, limits)
  return side && (side === 'above' ? 'atLimit' : 'belowMinimum')
}
