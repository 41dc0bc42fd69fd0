import { countryName } from '#shared/core/i18n/country-name.ts'
import { fill, pluralIn } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { caseEventText } from './case-event-text.ts'
import type { TriggeredRule } from './rules.ts'
import { type ShopperTextKey, shopperText } from './shopper-text.ts'

/** One plain sentence with the reason why a rule fired, for shoppers: the facts, without a judgement of a person. */
export function reasonText(fired: TriggeredRule, language: Language): string {
  const { word, values } = factsOf(fired, language)
  return formatShopperText(language, word, values)
}

type ReasonWord = 'visitors' | 'travel' | 'travelWithin' | 'market' | 'consumed' | 'expired'

/** Which sentence states why a rule fired, and the facts in it. */
function factsOf(fired: TriggeredRule, language: Language): { word: ReasonWord; values: Record<string, string> } {
  const count = pluralIn(shopperText, language)
  switch (fired.rule) {
    case 'visitors':
      return { word: 'visitors', values: historyFacts(fired, language) }
    case 'travel': {
      const { from, to, km, minutes } = fired
      const time = minutes < 120 ? count('minutes', Math.max(1, minutes)) : count('hours', Math.round(minutes / 60))
      const far = new Intl.NumberFormat(languageTags[language]).format(Math.round(km / 100) * 100)
      const values = { from: placeName(from, language), to: placeName(to, language), time, km: far }
      return { word: from === to ? 'travelWithin' : 'travel', values }
    }
    case 'market': {
      const places = fired.countries.map((country) => placeName(country, language)).join(', ')
      return { word: 'market', values: { people: count('phones', fired.people), places } }
    }
    case 'consumed':
    case 'expired':
      return { word: fired.rule, values: { date: formatDay(fired.at, language) } }
  }
}

type History = Extract<TriggeredRule, { rule: 'visitors' }>

/** What one item has less of, for each reason. */
const usualOf = {
  kinds: 'usualPhones',
  newPhones: 'usualPhones',
  recentPhones: 'usualPhones',
  networks: 'usualNetworks',
  recentNetworks: 'usualNetworks',
} as const satisfies Record<History['reasons'][number], ShopperTextKey>

/** The facts of a history, and what would be usual instead of its largest reason. */
function historyFacts({ days, people, countries, reasons }: History, language: Language): Record<string, string> {
  const counted = pluralIn(shopperText, language)
  const has = (...some: History['reasons']) => some.some((reason) => reasons.includes(reason))
  const facts = [
    // Without reasons, of version 0.1.0: `days` was the setting for how long visits count.
    reasons.length > 0 && counted('onDays', days),
    counted(has('kinds') ? 'byPhonesOfKinds' : 'byPhones', people),
    has('networks', 'recentNetworks') && formatShopperText(language, 'networks'),
    countries > 1 && counted('inCountries', countries),
  ]
  const usual = usualOf[reasons[0] ?? 'newPhones']
  return { facts: facts.filter(Boolean).join(', '), usual: formatShopperText(language, usual) }
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
  return formatShopperText(language, 'recognised', {
    checks: pluralIn(shopperText, language)('timesBefore', checks - 1),
  })
}

export function formatShopperText(language: Language, word: ShopperTextKey, values?: Record<string, string>): string {
  return fill(shopperText[language][word], values)
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
