import { maxAnswerLength } from '#shared/form/question-types/question-type.ts'
import { maxMatchedLength, safePattern } from './pattern.ts'
import {
  add,
  dayOfValue,
  daysBetween,
  exact,
  isEmptyValue,
  isEqual,
  isTrue,
  type Moment,
  numberOf,
  order,
  textOfValue,
  timeOf,
  type Value,
} from './values.ts'

type Run = (args: readonly Value[], moment: Moment) => Value
/** `count`: the smallest and the largest number of arguments. */
type ExpressionFunction = { count: readonly [number, number]; run: Run }

const many = 50
const numbers =
  (run: (...all: number[]) => number): Run =>
  (args) => {
    const found = args.map(numberOf)
    return found.includes(null) ? null : exact(run(...(found as number[])))
  }
const text =
  (run: (...all: string[]) => Value): Run =>
  (args) =>
    limited(run(...args.map(textOfValue)))
const compared =
  (isMet: (sign: number) => boolean): Run =>
  ([left = null, right = null], moment) => {
    const sign = order(left, right, moment)
    return sign !== undefined && isMet(sign)
  }
/** Texts cannot grow without a limit when a calculated value is used in the next one. */
const limited = (value: Value): Value => (typeof value === 'string' && value.length > maxAnswerLength ? null : value)
/** The values that are not empty. A list, such as the answers of all entries, counts as its values. */
const listed = (args: readonly Value[]): Value[] =>
  args
    .flatMap((one) => (Array.isArray(one) ? [...(one as readonly Value[])] : [one]))
    .filter((one) => !isEmptyValue(one))
const overNumbers =
  (run: (all: number[]) => number | null): Run =>
  (args) =>
    run(listed(args).flatMap((one) => numberOf(one) ?? []))
const partOfDate =
  (from: number, to: number): Run =>
  ([date = null], moment) => {
    const found = dayOfValue(date, moment)
    return found === null ? null : Number(found.slice(from, to))
  }
const ids = (value: Value): string[] => textOfValue(value).split(' ').filter(Boolean)

function rounded([value = null, digits = 0]: readonly Value[]): Value {
  const [one, places] = [numberOf(value), numberOf(digits)]
  if (one === null || places === null) return null
  const factor = 10 ** Math.max(-10, Math.min(10, Math.trunc(places)))
  // The rounded product makes 1.005 with two digits 1.01. Halves go away from zero.
  return exact((Math.sign(one) * Math.round(exact(Math.abs(one) * factor) ?? 0)) / factor)
}

/** The functions and operators of expressions. Each returns a value for all values: there are no errors while a form is filled in. */
export const functions: Readonly<Record<string, ExpressionFunction>> = {
  or: { count: [2, 2], run: (args) => args.some(isTrue) },
  and: { count: [2, 2], run: (args) => args.every(isTrue) },
  '=': { count: [2, 2], run: ([left = null, right = null], moment) => isEqual(left, right, moment) },
  '!=': { count: [2, 2], run: ([left = null, right = null], moment) => !isEqual(left, right, moment) },
  '<': { count: [2, 2], run: compared((sign) => sign < 0) },
  '<=': { count: [2, 2], run: compared((sign) => sign <= 0) },
  '>': { count: [2, 2], run: compared((sign) => sign > 0) },
  '>=': { count: [2, 2], run: compared((sign) => sign >= 0) },
  '+': { count: [2, 2], run: ([left = null, right = null], moment) => add(left, right, 1, moment) },
  '-': { count: [2, 2], run: ([left = null, right = null], moment) => add(left, right, -1, moment) },
  '*': { count: [2, 2], run: numbers((one, other) => one * other) },
  '/': { count: [2, 2], run: numbers((one, other) => one / other) },
  '%': { count: [2, 2], run: numbers((one, other) => one % other) },
  not: { count: [1, 1], run: ([value = null]) => !isTrue(value) },
  if: { count: [3, 3], run: ([condition = null, yes = null, no = null]) => (isTrue(condition) ? yes : no) },
  coalesce: { count: [1, many], run: (args) => args.find((one) => !isEmptyValue(one)) ?? null },
  selected: { count: [2, 2], run: ([answer = null, option = null]) => ids(answer).includes(textOfValue(option)) },
  count_selected: { count: [1, 1], run: ([answer = null]) => ids(answer).length },
  round: { count: [1, 2], run: rounded },
  int: { count: [1, 1], run: numbers(Math.trunc) },
  floor: { count: [1, 1], run: numbers(Math.floor) },
  ceil: { count: [1, 1], run: numbers(Math.ceil) },
  abs: { count: [1, 1], run: numbers(Math.abs) },
  sqrt: { count: [1, 1], run: numbers(Math.sqrt) },
  pow: { count: [2, 2], run: numbers((base, exponent) => base ** exponent) },
  min: { count: [1, many], run: overNumbers((all) => (all.length > 0 ? Math.min(...all) : null)) },
  max: { count: [1, many], run: overNumbers((all) => (all.length > 0 ? Math.max(...all) : null)) },
  sum: { count: [1, many], run: overNumbers((all) => exact(all.reduce((sum, one) => sum + one, 0))) },
  count: { count: [1, many], run: (args) => listed(args).length },
  today: { count: [0, 0], run: (_, moment) => dayOfValue(moment.now, moment) },
  now: { count: [0, 0], run: (_, { now }) => now },
  date: { count: [1, 1], run: ([value = null], moment) => dayOfValue(value, moment) },
  days_between: { count: [2, 2], run: ([from = null, to = null], moment) => daysBetween(from, to, moment) },
  add_days: {
    count: [2, 2],
    run: ([date = null, days = null], moment) =>
      timeOf(date) === undefined ? null : add(date, numberOf(days), 1, moment),
  },
  year: { count: [1, 1], run: partOfDate(0, 4) },
  month: { count: [1, 1], run: partOfDate(5, 7) },
  day: { count: [1, 1], run: partOfDate(8, 10) },
  length: { count: [1, 1], run: ([value = null]) => [...textOfValue(value)].length },
  concat: { count: [1, many], run: text((...all) => all.join('')) },
  contains: { count: [2, 2], run: text((whole, part) => whole!.includes(part!)) },
  starts_with: { count: [2, 2], run: text((whole, part) => whole!.startsWith(part!)) },
  ends_with: { count: [2, 2], run: text((whole, part) => whole!.endsWith(part!)) },
  upper: { count: [1, 1], run: text((whole) => whole!.toUpperCase()) },
  lower: { count: [1, 1], run: text((whole) => whole!.toLowerCase()) },
  trim: { count: [1, 1], run: text((whole) => whole!.trim().replace(/\s+/g, ' ')) },
  substr: {
    count: [2, 3],
    run: ([value = null, from = null, to = null]) =>
      [...textOfValue(value)].slice(numberOf(from) ?? 0, numberOf(to) ?? undefined).join(''),
  },
  text: { count: [1, 1], run: ([value = null]) => textOfValue(value) },
  number: { count: [1, 1], run: ([value = null]) => numberOf(value) },
  matches: {
    count: [2, 2],
    run: ([value = null, pattern = null]) => {
      const whole = textOfValue(value)
      return whole.length <= maxMatchedLength && (safePattern(textOfValue(pattern))?.test(whole) ?? false)
    },
  },
}
