import { countryName } from '#shared/core/i18n/country-name.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { caseEventText } from './case-event-text.ts'
import type { TriggeredRule } from './rules.ts'
import { type ShopperPluralKey, type ShopperTextKey, shopperText } from './shopper-text.ts'

/** One plain sentence with the reason why a rule fired, for shoppers: the facts, without a judgement of a person. */
export function reasonText(fired: TriggeredRule, language: Language): string {
  const { word, values } = factsOf(fired, language)
  return formatShopperText(language, word, values)
}

type ReasonWord = 'visitors' | 'visitorsNowhere' | 'travel' | 'travelWithin' | 'market' | 'consumed' | 'expired'

/** Which sentence states why a rule fired, and the facts in it. */
function factsOf(fired: TriggeredRule, language: Language): { word: ReasonWord; values: Record<string, string> } {
  const count = (word: ShopperPluralKey, n: number) => counted(language, word, n)
  switch (fired.rule) {
    case 'visitors': {
      const values = { checks: count('times', fired.checks), people: count('byPhones', fired.people) }
      if (fired.countries === 0) return { word: 'visitorsNowhere', values }
      return { word: 'visitors', values: { ...values, countries: count('inCountries', fired.countries) } }
    }
    case 'travel': {
      const { from, to, km, minutes } = fired
      const time = minutes < 120 ? count('minutes', Math.max(1, minutes)) : count('hours', Math.round(minutes / 60))
      const far = new Intl.NumberFormat(languageTags[language]).format(Math.round(km / 100) * 100)
      const values = { from: placeName(from, language), to: placeName(to, language), time, km: far }
      return { word: from === to ? 'travelWithin' : 'travel', values }
    }
    case 'market': {
      const places = fired.countries.map((country) => placeName(country, language)).join(', ')
      return { word: 'market', values: { people: count('byPhones', fired.people), places } }
    }
    case 'consumed':
    case 'expired':
      return { word: fired.rule, values: { date: formatDay(fired.at, language) } }
  }
}

/** What happened, for the brand: the event of the rule, or the text of the shopper behind the word `reported`. */
export function caseText(
  { fired, report }: { fired: TriggeredRule | null; report: { note: string } | null },
  language: Language,
  reported: string,
): string {
  if (fired) {
    const { word, values } = factsOf(fired, language)
    return fill(caseEventText[language][word], values)
  }
  return [reported, report?.note].filter(Boolean).join(': ')
}

/** The sentence when no rule fired. */
export function historyText({ checks, isFirst }: { checks: number; isFirst: boolean }, language: Language): string {
  if (checks <= 1) return formatShopperText(language, isFirst ? 'first' : 'sameKind')
  return formatShopperText(language, 'recognised', { checks: counted(language, 'timesBefore', checks - 1) })
}

export function formatShopperText(language: Language, word: ShopperTextKey, values?: Record<string, string>): string {
  return fill(shopperText[language][word], values)
}

function counted(language: Language, word: ShopperPluralKey, n: number): string {
  const forms: Readonly<Record<string, string>> = shopperText[language]
  const form = forms[`${word}_${new Intl.PluralRules(languageTags[language]).select(n)}`]!
  return fill(form, { n: new Intl.NumberFormat(languageTags[language]).format(n) })
}

/** Days are formatted in UTC, so that server and browser give the same text. The Russian abbreviation of year stays at its number. */
export function formatDay(instant: string, language: Language): string {
  const day = new Intl.DateTimeFormat(languageTags[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(instant),
  )
  return day.replace(/\sг\.$/, '\u00a0г.')
}

function placeName(code: string, language: Language): string {
  return countryName(code, languageTags[language]) ?? formatShopperText(language, 'somewhere')
}
