import { type WallTime, wallMs } from './zone-time.ts'

export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

const datePattern = /(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})/
const clockPattern = /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?m?/i
const zonePattern = /(?:Z|[+-]\d{2}:?\d{2})$/

/** The first three numbers of a date; undefined for a cell without a date. */
export function datePartsOf(cell: string): [number, number, number] | undefined {
  const [, first, , second, third] = datePattern.exec(cell) ?? []
  if (first === undefined || (first.length > 2 && first.length !== 4)) return undefined
  return [Number(first), Number(second), Number(third)]
}

export const hasClock = (cell: string): boolean => clockPattern.test(cell)

/**
 * A date with a time of day, in one cell or in two. An instant if the cell contains a difference from UTC, otherwise a wall
 * time. Milliseconds.
 */
export function timeOf(cell: string, order: DateOrder): { instant: number } | { local: number } | undefined {
  const parts = datePartsOf(cell)
  // The end of a date that follows the clock would look like a difference from UTC.
  const rest = cell.replace(datePattern, ' ').trim()
  const clock = clockPattern.exec(rest)
  if (!parts || !clock) return undefined
  const local = wallMs({ ...dayOf(parts, order), ...clockOf(clock) })
  if (local === undefined) return undefined
  const zone = zonePattern.exec(rest)?.[0]
  if (zone === undefined) return { local }
  return { instant: local - (zone === 'Z' ? 0 : offsetOf(zone)) }
}

function dayOf([first, second, third]: [number, number, number], order: DateOrder) {
  const fullYear = (year: number) => (year < 100 ? 2000 + year : year)
  if (order === 'ymd' || first > 31) return { year: fullYear(first), month: second, day: third }
  return order === 'dmy'
    ? { year: fullYear(third), month: second, day: first }
    : { year: fullYear(third), month: first, day: second }
}

function clockOf([, hour, minute, second = '0', half]: RegExpExecArray): Pick<WallTime, 'hour' | 'minute' | 'second'> {
  const shown = Number(hour)
  const whole = half === undefined ? shown : (shown % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return { hour: whole, minute: Number(minute), second: Number(second) }
}

function offsetOf(zone: string): number {
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** A value with an optional unit behind it; undefined for other cells. */
export function numberOf(cell: string, decimal: '.' | ','): number | undefined {
  const text = cell
    .trim()
    .replace(/\s*(?:°\s?[CF]|℃|℉|[CF]|%\s?RH|%|lux|lx|g)$/i, '')
    .replace('−', '-')
  if (decimal === ',' ? !/^[+-]?\d+(?:,\d+)?$/.test(text) : !/^[+-]?\d+(?:\.\d+)?$/.test(text)) return undefined
  return Number(text.replace(',', '.'))
}
