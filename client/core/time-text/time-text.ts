import { calendarWords, type HalfOfDay } from './calendar-words.ts'
import { plainText, plainWord } from './plain-text.ts'
import { wallMs } from './zone-time.ts'
import { offsetOf, offsetOfWord } from './zone-words.ts'

export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** The three numbers of a date as they are written, or a date whose month has a name. */
type DateText = { numbers: [string, string, string]; hasPoints: boolean } | { year: string; month: number; day: string }
/** A date with a time of day. `offset`: minutes from UTC if the text names them. `hour12`: written without am or pm, from 1 to 12. */
export type TimeText = { date: DateText; ms: number; offset?: number; hour12: boolean }
export type TimeProblem = { problem: 'noTime' | 'unknownWord' | 'zoneWord'; word?: string }

/** Words that stand in a date or before a time and mean nothing. */
const fillers = new Set(
  't at um uhr a à alle las ore le de del of den the om kl klo o г года год р h hrs hr ч год година st nd rd th er'.split(
    ' ',
  ),
)
/** Stands for the time of day that was cut out, so that the word behind it is known to be there. */
const clockMark = '@'

const clockPattern =
  /(?<![\d.,:+-])(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,:](\d{1,9}))?)?|\s?h\s?(\d{2})?(?!\p{L}))(?![\d:])(?:\s?([ap])(?![\p{L}.]))?/u
/** Without a colon, only the end of the text can be a time: `22.11.2026 14.30`. */
const pointedClock = /(?<=[\d.]{6,}\s)(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?=$|\s?\p{L})/u
const compactPattern = /^(\d{4})(\d{2})(\d{2})[t\s_-]?(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?(?=$|[\sz+-])/
const offsetPattern = /(?<![\d\p{L}])(?:(utc|gmt|z)\s?)?([+-])\s?(\d{1,2})(?::?(\d{2}))?(?![\d:])/u
const wordPattern = /(@?)\s*([\p{L}\p{M}]+(?:[.״"'’][\p{L}\p{M}]+)*)\.?/gu

/**
 * Reads a date and a time of day, in one text. Everything in the text has to be understood, so that no `pm` and no
 * zone is passed over.
 *
 * @example
 * const read = readTimeText('22.11.2026 2:30 PM')
 * new Date(wallTimeOf(read, 'dmy')).toISOString() // => '2026-11-22T14:30:00.000Z'
 * readTimeText('22.11.2026') // => { problem: 'noTime' }
 */
export function readTimeText(cell: string): TimeText | TimeProblem {
  let rest = unitsAsMarks(plainText(cell).toLowerCase())
  const compact = compactPattern.exec(rest)
  if (compact) {
    const [whole, year, month, day, hour, minute, second = '00'] = compact
    rest = `${year}-${month}-${day} ${hour}:${minute}:${second} ${rest.slice(whole.length)}`
  }
  const clock = clockPattern.exec(rest) ?? pointedClock.exec(rest)
  if (!clock) return noTime
  rest = `${rest.slice(0, clock.index)} ${clockMark} ${rest.slice(clock.index + clock[0].length)}`
  const offset = offsetPattern.exec(rest)
  let minutes: number | undefined
  if (offset && (offset[1] || offset[3]!.length === 2)) {
    minutes = offsetOf(offset[2]!, offset[3]!, offset[4])
    if (minutes === undefined) return { problem: 'zoneWord', word: offset[0].trim() }
    // A zone in brackets behind the difference, as Java writes it.
    rest = rest.replace(offset[0], ' ').replace(/\[.*\]/, ' ')
  }
  const words = readWords(rest, clock[6] ? `${clock[6]}m` : undefined)
  if ('problem' in words) return words
  const date = dateIn(words.rest)
  if (!date) return noTime
  const ms = clockMs(clock, words.half)
  if (ms === undefined || (minutes !== undefined && words.offset !== undefined && words.offset !== 0)) return noTime
  const zone = minutes ?? words.offset
  const hour = Number(clock[1])
  return {
    date,
    ms,
    hour12: words.half === undefined && hour >= 1 && hour <= 12,
    ...(zone !== undefined && { offset: zone }),
  }
}

const noTime: TimeProblem = { problem: 'noTime' }

/** Chinese, Japanese and Korean units as ordinary signs: `2026年11月22日 14時30分` is `2026-11-22 14:30`. */
const unitsAsMarks = (text: string): string =>
  text
    .replace(/(\d)\s?[年년]\s?/g, '$1-')
    .replace(/(\d)\s?[月월]\s?/g, '$1-')
    .replace(/(\d)\s?[日일]/g, '$1 ')
    .replace(/(\d)\s?[時时시點点]\s?(?=\d)/g, '$1:')
    .replace(/(\d)\s?[時时시點点]/g, '$1:00 ')
    .replace(/(:\d{1,2})\s?[分분]\s?(?=\d)/g, '$1:')
    .replace(/(\d)\s?[分분秒초]/g, '$1 ')
    // `a. m.`, `π. μ.`, `p.m.`
    .replace(/(?<!\p{L})(\p{L})\.\s?(\p{L})\.?(?!\p{L})/gu, '$1$2')

type Words = { rest: string; half?: HalfOfDay; offset?: number }

/** Takes the words out of a text: those of the half of the day, of zones, of weekdays and of months, which become `m11`. */
function readWords(text: string, attached: string | undefined): Words | TimeProblem {
  const { months, halves, weekdays } = calendarWords()
  const found: { half?: HalfOfDay; offset?: number } = attached ? { half: halves.get(attached)! } : {}
  let problem: TimeProblem | undefined
  const rest = text.replace(wordPattern, (_, mark: string, written: string) => {
    const word = plainWord(written)
    const half = halves.get(word)
    const zone = offsetOfWord(word)
    const isWeekday = weekdays.has(word)
    if (mark && half && isWeekday) problem = { problem: 'unknownWord', word: written }
    else if (half && (mark || !isWeekday)) {
      if (found.half && found.half !== half) problem = noTime
      found.half = half
    } else if (months.has(word)) return ` m${months.get(word)} `
    else if (zone === null) problem = { problem: 'zoneWord', word: written.toUpperCase() }
    else if (zone !== undefined) {
      if (found.offset !== undefined && found.offset !== zone) problem = noTime
      found.offset = zone
    } else if (!isWeekday && !fillers.has(word)) problem = { problem: 'unknownWord', word: written }
    return ` ${mark} `
  })
  return problem ?? { rest, ...found }
}

const namedDates = [
  /^(?<day>\d{1,2}) m(?<month>\d+) (?<year>\d{4}|\d{2})$/,
  /^m(?<month>\d+) (?<day>\d{1,2}) (?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4}) m(?<month>\d+) (?<day>\d{1,2})$/,
]

/** What is left of a text has to be a date and nothing else. */
function dateIn(text: string): DateText | undefined {
  const rest = text
    .replace(/[@,()[\]'’]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const numeric = /^(\d{1,4}) ?([-./]) ?(\d{1,2}) ?\2 ?(\d{1,4})\.?$/.exec(rest)
  if (numeric) {
    const [, first, sign, second, third] = numeric as unknown as [string, string, string, string, string]
    if ([first, third].some(({ length }) => length === 3) || (first.length > 2 && third.length > 2)) return undefined
    return { numbers: [first, second, third], hasPoints: sign === '.' }
  }
  const words = rest.replace(/[-./]/g, ' ').replace(/\s+/g, ' ').trim()
  for (const pattern of namedDates) {
    const groups = pattern.exec(words)?.groups
    if (groups) return { year: groups.year!, month: Number(groups.month), day: groups.day! }
  }
  return undefined
}

/** Milliseconds since midnight; 24:00 is the midnight after the day. */
function clockMs(clock: RegExpExecArray, half: HalfOfDay | undefined): number | undefined {
  const [, shown, colonMinute, second = '0', fraction = '', hMinute] = clock
  const [hour, minute] = [Number(shown), Number(colonMinute ?? hMinute ?? 0)]
  const whole = half === undefined ? hour : hourOf(hour, half)
  if (whole === undefined || minute > 59 || Number(second) > 59) return undefined
  const ms = ((whole * 60 + minute) * 60 + Number(second)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  return ms <= 86_400_000 ? ms : undefined
}

function hourOf(hour: number, half: HalfOfDay): number | undefined {
  if (half === 'am') return hour > 12 ? undefined : hour % 12
  // Some loggers write `20:30 PM`.
  if (hour > 12) return hour < 24 ? hour : undefined
  if ((half === 'noon' && hour > 3 && hour < 12) || (half === 'night' && (hour === 12 || hour < 4))) return undefined
  return (hour % 12) + 12
}

/** The wall time of a text in milliseconds, as if its clock showed UTC; undefined for a day that no calendar has. */
export function wallTimeOf({ date, ms }: TimeText, order: DateOrder): number | undefined {
  const day = dayOf(date, order)
  const midnight = day && wallMs({ ...day, hour: 0, minute: 0, second: 0 })
  return midnight === undefined ? undefined : midnight + ms
}

function dayOf(date: DateText, order: DateOrder): { year: number; month: number; day: number } | undefined {
  if ('month' in date) return { year: yearOf(date.year), month: date.month, day: Number(date.day) }
  const [first, second, third] = date.numbers
  const isYearFirst = first.length === 4
  if (isYearFirst !== (order === 'ymd') && (isYearFirst || third.length === 4)) return undefined
  if (order === 'ymd') return { year: yearOf(first), month: Number(second), day: Number(third) }
  const [day, month] = order === 'dmy' ? [first, second] : [second, first]
  return { year: yearOf(third), month: Number(month), day: Number(day) }
}

const yearOf = (text: string): number => (text.length < 3 ? 2000 + Number(text) : Number(text))
