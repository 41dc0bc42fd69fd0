import { fill } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import type { Excursion } from './contract.ts'
import { type JourneyTextKey, journeyText } from './journey-text.ts'
import type { LimitSide } from './limits.ts'

/** The readings of one journey, or of one step of it. */
export type JourneyRange = {
  /** Lowest and highest value, in the unit. */
  min: number
  max: number
  unit: string
  /** Values at or above it are an excursion; null without a limit. */
  limit: number | null
  /** Values below it are an excursion; null without a minimum. */
  minimum: number | null
  excursions: {
    /** `both`: some are above the limit, and some below the minimum. */
    side: LimitSide | 'both'
    count: number
    /** Length of all excursions together. */
    seconds: number
    /** Begin of the last one. Its length is `seconds` if it is the only one. */
    lastFrom: string
    /** The value of the last excursion that is furthest out of range. */
    peak: number
  } | null
  /** The place of the measurement; empty if it is unknown. */
  place: string
  /** Whether readings can still be added. */
  isOpen: boolean
}

/** @param found the first excursions, and the number and the length of all of them */
export function journeyExcursions(found: {
  excursions: readonly Excursion[]
  count: number
  outOfRangeSeconds: number
}): JourneyRange['excursions'] {
  const { excursions, count, outOfRangeSeconds: seconds } = found
  const last = excursions.at(-1)
  if (!last) return null
  const side = excursions.every((one) => one.side === last.side) ? last.side : 'both'
  return { side, count, seconds, lastFrom: last.from, peak: last.peak }
}

/**
 * One sentence about the readings. It states only measured facts: the lowest and highest value as they are, or the limits
 * between which all values were; and one limit only if it was reached. Days are formatted in UTC, so that server and browser
 * give the same text.
 */
export function journeySentence(range: JourneyRange, language: Language): string {
  const { excursions, place } = range
  const sentence = excursions ? outsideSentence(range, excursions, language) : keptSentence(range, language)
  return place && excursions ? say('at', language, { sentence, place }) : sentence
}

function keptSentence(range: JourneyRange, language: Language): string {
  const { unit, limit, minimum, isOpen } = range
  // With both limits, the sentence names the range, because it is printed on the goods, such as 2 to 8 °C.
  const [min, max] = limit !== null && minimum !== null ? [minimum, limit] : [range.min, range.max]
  const values = { min: amountOf(min, unit, language), max: amountOf(max, unit, language) }
  // Without a limit there is no promised range.
  const isFree = limit === null && minimum === null
  if (values.min === values.max)
    return say(isOpen ? 'steadySoFar' : isFree ? 'measuredSteady' : 'steady', language, values)
  if (isFree) return say('measured', language, values)
  // The unit of the lower value is left out where both have the same one.
  const shown = unit.startsWith('°') ? { ...values, min: numberOf(min, language) } : values
  return say(isOpen ? 'keptSoFar' : 'kept', language, shown)
}

function outsideSentence(
  { limit, minimum, unit }: JourneyRange,
  { side, count, seconds, lastFrom, peak }: NonNullable<JourneyRange['excursions']>,
  language: Language,
): string {
  const values = {
    limit: amountOf((side === 'below' ? minimum : limit)!, unit, language),
    min: minimum === null ? '' : numberOf(minimum, language),
    peak: amountOf(peak, unit, language),
    time: durationWords(seconds, language),
    day: new Intl.DateTimeFormat(languageTags[language], { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      new Date(lastFrom),
    ),
    times: timesWords(count, language),
  }
  if (side === 'both') return say('outsideOften', language, values)
  if (count > 1) return say(`${side}Often`, language, values)
  if (seconds >= 60) return say(side, language, values)
  return say(side === 'above' ? 'peakAbove' : 'peakBelow', language, values)
}

/** "42 minutes", "2 hours 5 minutes", "3 days 4 hours": the two largest units. */
export function durationWords(seconds: number, language: Language): string {
  const minutes = Math.round(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  const parts = (
    [
      ['day', days],
      ['hour', hours],
      ['minute', minutes % 60],
    ] as const
  ).slice(days > 0 ? 0 : 1, days > 0 ? 2 : 3)
  const shown = parts.filter(([, n]) => n > 0)
  return (shown.length > 0 ? shown : [['minute', 0] as const])
    .map(([unit, n]) =>
      new Intl.NumberFormat(languageTags[language], { style: 'unit', unit, unitDisplay: 'long' }).format(n),
    )
    .join(' ')
}

const say = (word: JourneyTextKey, language: Language, values: Record<string, string>): string =>
  fill(journeyText[language][word], values)

function timesWords(n: number, language: Language): string {
  const forms: Readonly<Record<string, string>> = journeyText[language]
  return fill(forms[`times_${new Intl.PluralRules(languageTags[language]).select(n)}`]!, { n: numberOf(n, language) })
}

const numberOf = (value: number, language: Language) =>
  new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 1 }).format(value).replace('-', '−')

const amountOf = (value: number, unit: string, language: Language) => `${numberOf(value, language)} ${unit}`
