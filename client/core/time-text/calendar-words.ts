import { plainWord } from './plain-text.ts'

/** Languages of loggers and of their software. Their words come from `Intl`. */
const languages =
  'en de fr es it pt nl da sv nb fi pl cs sk hr hu ro bg ru uk el tr lt lv et sl id ar he fa hi th zh-Hans zh-Hant ja ko'.split(
    ' ',
  )

/** `noon` and `night` are pm, and each leaves one hour of the clock open: 11 at noon, 12 at night. */
export type HalfOfDay = 'am' | 'pm' | 'noon' | 'night'

type CalendarWords = {
  /** Months from 1. A word that is another month in another language is left out, such as `listopad`. */
  months: ReadonlyMap<string, number>
  halves: ReadonlyMap<string, HalfOfDay>
  weekdays: ReadonlySet<string>
}
let known: CalendarWords | undefined

/** The names of months, halves of the day and weekdays in many languages. The first call builds them. */
export function calendarWords(): CalendarWords {
  known ??= { months: monthWords(), halves: halfWords(), weekdays: weekdayWords() }
  return known
}

const formatsOf = (language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { timeZone: 'UTC', ...options })

const partOf = (format: Intl.DateTimeFormat, at: number, type: Intl.DateTimeFormatPartTypes) =>
  plainWord(format.formatToParts(at).find((part) => part.type === type)?.value ?? '')

function monthWords(): Map<string, number> {
  const found = new Map<string, Set<number>>([['sept', new Set([9])]])
  // With a day, some languages use another form of the name.
  for (const language of languages)
    for (const month of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = formatsOf(language, { month, ...(day && { day }) })
        for (let at = 0; at < 12; at += 1) {
          const word = partOf(format, Date.UTC(2026, at, 15), 'month')
          if (/\d/.test(word) || word === '') continue
          found.set(word, (found.get(word) ?? new Set()).add(at + 1))
        }
      }
  return new Map([...found].flatMap(([word, months]) => (months.size === 1 ? [[word, [...months][0]!]] : [])))
}

const ownHalves: [string, HalfOfDay][] = [
  ...(['am', 'πμ', 'ص', '上午', '凌晨', '清晨', '早上', '早晨', '午前', '오전', '새벽'] as const).map(
    (word): [string, HalfOfDay] => [word, 'am'],
  ),
  ...(['pm', 'μμ', 'م', '下午', '午後', '午后', '오후', 'du'] as const).map((word): [string, HalfOfDay] => [
    word,
    'pm',
  ]),
  ...(['中午', '正午', '낮'] as const).map((word): [string, HalfOfDay] => [word, 'noon']),
  ...(['晚上', '傍晚', '夜晚', '저녁', '밤'] as const).map((word): [string, HalfOfDay] => [word, 'night']),
]

function halfWords(): Map<string, HalfOfDay> {
  const found = new Map<string, Set<HalfOfDay>>()
  for (const language of languages) {
    const format = formatsOf(language, { hour: 'numeric', hourCycle: 'h12' })
    for (const [hour, half] of [
      [9, 'am'],
      [15, 'pm'],
    ] as const) {
      const word = partOf(format, Date.UTC(2026, 0, 1, hour), 'dayPeriod')
      // Hungarian `de` is a word of dates in other languages.
      if (word !== '' && word !== 'de') found.set(word, (found.get(word) ?? new Set()).add(half))
    }
  }
  const certain = [...found].flatMap(([word, halves]): [string, HalfOfDay][] =>
    halves.size === 1 ? [[word, [...halves][0]!]] : [],
  )
  return new Map([...certain, ...ownHalves])
}

function weekdayWords(): Set<string> {
  const words = languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const format = formatsOf(language, { weekday })
      return Array.from({ length: 7 }, (_, day) => partOf(format, Date.UTC(2026, 0, 4 + day), 'weekday'))
    }),
  )
  return new Set(words)
}
