import { dayInZone } from '#shared/core/zone-offset.ts'

/** `now`: the instant for which an expression is evaluated. `zone`: the time zone of its days; UTC without one. */
export type Moment = { now: string; zone?: string | null | undefined }

/** `null` is no value: an empty answer, or a result that does not exist, such as that of a division by zero. */
export type Value = number | string | boolean | null | readonly Value[]

const day = /^\d{4}-\d\d-\d\d$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z$/
const time = /^([01]\d|2[0-3]):[0-5]\d$/
const decimal = /^[+-]?(\d{1,18}(\.\d{0,18})?|\.\d{1,18})$/
const dayLength = 86_400_000

export const isEmptyValue = (value: Value): boolean => value === null || value === ''
/** Milliseconds of a day or an instant; undefined for other values. */
export function timeOf(value: Value): number | undefined {
  if (typeof value !== 'string' || !(day.test(value) || instant.test(value))) return undefined
  const found = Date.parse(value)
  return Number.isNaN(found) ? undefined : found
}
export const isDay = (value: Value): boolean => typeof value === 'string' && day.test(value)
/** The day of a day, or of an instant in a time zone. */
export function dayOfValue(value: Value, { zone }: Moment): string | null {
  const time = timeOf(value)
  if (time === undefined) return null
  return isDay(value) ? String(value) : dayInZone(time, zone)
}

export function numberOf(value: Value): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string') return null
  const text = value.trim()
  return decimal.test(text) ? Number(text) : null
}

export function textOfValue(value: Value): string {
  if (value === null || typeof value === 'object') return ''
  return typeof value === 'number' ? decimalText(value) : String(value)
}

/** A number without an exponent, as answers are stored. */
function decimalText(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) < 1 ? value.toFixed(18).replace(/0+$/, '').replace(/\.$/, '') : value.toFixed(0)
}

export function isTrue(value: Value): boolean {
  if (typeof value === 'object') return false
  return typeof value === 'string' ? value !== '' && value !== 'false' : Boolean(value)
}

/** 15 digits are exact in decimals, so 0.1 + 0.2 is 0.3. */
export const exact = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(15)) : null)

/** Numbers, of a date and a number a date that is so many days later, and of two dates the days between them. */
export function add(left: Value, right: Value, sign: 1 | -1, moment: Moment): Value {
  const [from, to] = [timeOf(left), timeOf(right)]
  if (from !== undefined && to !== undefined) return sign === -1 ? daysBetween(right, left, moment) : null
  if (from !== undefined) return laterDay(left, numberOf(right), sign)
  if (to !== undefined) return sign === 1 ? laterDay(right, numberOf(left), 1) : null
  const [one, other] = [numberOf(left), numberOf(right)]
  return one === null || other === null ? null : exact(one + sign * other)
}

function laterDay(date: Value, days: number | null, sign: 1 | -1): Value {
  if (days === null) return null
  const moved = timeOf(date)! + sign * (isDay(date) ? Math.trunc(days) : days) * dayLength
  if (Math.abs(moved) > 8.64e15) return null
  const text = new Date(moved).toISOString()
  if (!/^\d{4}-/.test(text)) return null
  return isDay(date) ? text.slice(0, 10) : text
}

/** Whole days if one of the two has no time of the day. */
export function daysBetween(from: Value, to: Value, moment: Moment): Value {
  const hasTimes = !isDay(from) && !isDay(to)
  const [start, end] = hasTimes ? [timeOf(from), timeOf(to)] : [from, to].map((one) => timeOf(dayOfValue(one, moment)))
  return start === undefined || end === undefined ? null : exact((end - start) / dayLength)
}

/** Negative, zero or positive; undefined if the two cannot be compared. */
export function order(left: Value, right: Value, moment: Moment): number | undefined {
  if (isEmptyValue(left) || isEmptyValue(right)) return undefined
  if (timeOf(left) !== undefined && timeOf(right) !== undefined) {
    const hasTimes = !isDay(left) && !isDay(right)
    const placeOf = (one: Value) => timeOf(hasTimes ? one : dayOfValue(one, moment))!
    return placeOf(left) - placeOf(right)
  }
  const [one, other] = [numberOf(left), numberOf(right)]
  if (one !== null && other !== null) return one - other
  const areTimes = [left, right].every((value) => typeof value === 'string' && time.test(value))
  return areTimes ? (left! < right! ? -1 : Number(left! > right!)) : undefined
}

export function isEqual(left: Value, right: Value, moment: Moment): boolean {
  if (isEmptyValue(left) || isEmptyValue(right)) return isEmptyValue(left) && isEmptyValue(right)
  if (typeof left === 'boolean' || typeof right === 'boolean') return isTrue(left) === isTrue(right)
  if (typeof left === 'string' && typeof right === 'string' && timeOf(left) === undefined) return left === right
  return order(left, right, moment) === 0
}
