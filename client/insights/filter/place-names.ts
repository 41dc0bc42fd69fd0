import { useMemo } from 'react'
import { localeTag } from '#client/core/i18n/locale.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { countryName } from '#shared/core/i18n/country-name.ts'
import type { Language } from '#shared/core/i18n/language.ts'

let codes: Map<string, string> | undefined

/** ISO codes by the English name of the country. */
function codesByName(): Map<string, string> {
  if (codes) return codes
  codes = new Map()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const first of letters)
    for (const second of letters) {
      const name = countryName(first + second, localeTag.enUS)
      if (name && name !== first + second && !codes.has(name)) codes.set(name, first + second)
    }
  return codes
}

/** Translates the English name of a country, as responses contain it, into a language. An unknown name stays. */
export function countryIn(language: Language, name: string): string {
  if (language === 'enUS') return name
  const code = codesByName().get(name)
  return (code && countryName(code, localeTag[language])) ?? name
}

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
