/** The value of a date input: `2026-05-03`, or with a time `2026-05-03T10:00`, in the time zone of the device; empty for no date. */
export type DateValue = string

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?$/
/** Day first, with any usual separator or none: 3.5.2026, 03/05/2026 10:00, 03052026. */
const typed = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})(?:,? +(\d{1,2})[:.](\d{2}))?$/
/** Digits alone, the only keys of a phone's number pad: 030520261007. */
const digits = /^(\d{2})(\d{2})(\d{4})(?: *(\d{2}):?(\d{2}))?$/

/** The value as all screens show dates: 03/05/2026 10:00. */
export function dateText(value: DateValue): string {
  const [, year, month, day, hour, minute] = iso.exec(value) ?? []
  if (!year) return ''
  return `${day}/${month}/${year}${hour ? ` ${hour}:${minute}` : ''}`
}

/**
 * Parses a typed or pasted date. Returns undefined if the calendar has no such date. A date without a time is
 * midnight.
 *
 * @example
 * parseDateText('3.5.2026', false) // => '2026-05-03'
 * parseDateText('31/02/2026', false) // => undefined
 */
export function parseDateText(text: string, withTime: boolean): DateValue | undefined {
  const found = partsOf(text.trim())
  if (!found) return undefined
  const [year, month, day, hour, minute] = found
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute))
  // `Date.UTC` moves a day that does not exist to the next month, and a year below 100 to the 20th century.
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!isDay || date.getUTCHours() !== hour || date.getUTCMinutes() !== minute) return undefined
  return date.toISOString().slice(0, withTime ? 16 : 10)
}

type DateParts = [year: number, month: number, day: number, hour: number, minute: number]

function partsOf(text: string): DateParts | undefined {
  const sorted = iso.exec(text)
  if (sorted) return numbers(sorted[1], sorted[2], sorted[3], sorted[4], sorted[5])
  const own = typed.exec(text) ?? digits.exec(text)
  return own ? numbers(own[3], own[2], own[1], own[4], own[5]) : undefined
}

const numbers = (...parts: (string | undefined)[]): DateParts => parts.map((part) => Number(part ?? 0)) as DateParts
