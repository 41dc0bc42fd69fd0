import { countryName } from '#shared/core/i18n/country-name.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { formatDay } from '#shared/verdict/reason-text.ts'
import type { ShownOpening } from './contract.ts'
import { scratchText } from './text.ts'

/** When and where a code was opened, in a sentence. */
export function openingText({ at, country, city, isOwn }: ShownOpening, language: Language): string {
  const texts = scratchText[language]
  if (isOwn) return texts.openedOwn
  const place = [city, country && countryName(country, languageTags[language])].filter(Boolean).join(', ')
  return fill(place ? texts.openedIn : texts.openedOn, { day: formatDay(at, language), place })
}

export const claimedText = (at: string, language: Language): string =>
  fill(scratchText[language].claimed, { day: formatDay(at, language) })
