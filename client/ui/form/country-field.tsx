import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { localeTag } from '#client/core/i18n/locale.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { countries } from '#shared/core/fields/countries.ts'
import { countryName } from '#shared/core/i18n/country-name.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { type FieldProps, SelectField } from './field.tsx'
import type { Option } from './select.tsx'

/** Selects a country by its name in the language of the interface. The value is its ISO code. */
export function CountryField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  return <SelectField {...props} options={useCountryOptions(countries)} />
}

/** Countries with their names in the language of the interface, sorted by them. */
export function useCountryOptions(codes: readonly string[]): Option[] {
  const language = useLanguage()
  return useMemo(() => {
    const { compare } = new Intl.Collator(localeTag[language])
    return codes
      .map((value) => ({ value, label: formatCountry(value, language) }))
      .sort((a, b) => compare(a.label, b.label))
  }, [language, codes])
}

/** Returns the name of a stored country. A text that is no ISO code is returned unchanged. */
export function formatCountry(stored: string, language: Language): string {
  return countryName(stored.toUpperCase(), localeTag[language]) ?? stored
}

export function useCountryName(): (stored: string) => string {
  const language = useLanguage()
  return (stored) => formatCountry(stored, language)
}
