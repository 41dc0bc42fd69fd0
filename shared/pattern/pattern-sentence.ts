import { countryName } from '#shared/core/i18n/country-name.ts'
import { pluralIn, textIn } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { formatDay } from '#shared/verdict/reason-text.ts'
import type { PatternSeen } from './contract.ts'
import { patternText } from './text.ts'

/** What was seen, in one sentence for the brand. */
export function patternSentence({ facts, firstSerial, lastSerial, codes }: PatternSeen, language: Language): string {
  const [t, counted] = [textIn(patternText, language), pluralIn(patternText, language)]
  const tag = languageTags[language]
  const number = (n: number) => new Intl.NumberFormat(tag).format(n)
  const country = (code: string) => countryName(code.toUpperCase(), tag) ?? code
  const range = t('range', { first: number(firstSerial), last: number(lastSerial) })
  switch (facts.kind) {
    case 'harvest':
      return t(facts.sign === 'scanned' ? 'harvestScanned' : 'harvestAgain', {
        range,
        found: number(facts.found),
        expected: number(Math.round(facts.expected)),
      })
    case 'labels':
      return counted('labels', codes, {
        codes: number(codes),
        minutes: number(facts.minutes),
        date: formatDay(facts.at, language),
      })
    case 'early':
      return t(facts.neverShipped ? 'neverShipped' : 'early', {
        looks: counted('times', facts.looks),
        days: counted('onDays', facts.days),
        countries: facts.countries.map(country).join(', '),
      })
    case 'diverted':
      return t('diverted', {
        shipment: facts.shipment,
        destination: country(facts.destination),
        country: country(facts.country),
        looks: counted('times', facts.looks),
        looksAtDestination: counted('times', facts.looksAtDestination),
      })
  }
}
