import { useMemo } from 'react'
import { useLanguage } from '#client/core/session/preferences.ts'
import { countryIn } from '#shared/core/i18n/country-code.ts'
import type { Language } from '#shared/core/i18n/language.ts'

/** The label of a location, such as `Jakarta, Indonesia`, with the country in this language. */
export function labelIn(language: Language, label: string): string {
  const country = label.lastIndexOf(', ') + 2
  return country < 2 ? countryIn(language, label) : label.slice(0, country) + countryIn(language, label.slice(country))
}

/** Names of countries and locations for the reader; calls and URLs keep the English ones. */
export function usePlaceNames(): { country: (name: string) => string; label: (label: string) => string } {
  const language = useLanguage()
  return useMemo(
    () => ({ country: (name) => countryIn(language, name), label: (label) => labelIn(language, label) }),
    [language],
  )
}
