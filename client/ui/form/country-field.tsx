import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { localeTag } from '#client/core/i18n/locale.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { countries } from '#shared/core/fields/countries.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { type FieldProps, SelectField } from './field.tsx'

/** A country by its ISO code, chosen by its name in the language of the interface. */
export function CountryField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  const language = preferences((state) => state.language)
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(localeTag[language])
    return countries
      .map((value) => ({ value, label: countryName(value, language) }))
      .sort((a, b) => compare(a.label, b.label))
  }, [language])
  return <SelectField {...props} options={options} />
}

/** The name of a stored country; what is no ISO code is its own name. */
export function countryName(stored: string, language: Language): string {
  const code = stored.toUpperCase()
  if (!/^[A-Z]{2}$/.test(code)) return stored
  return new Intl.DisplayNames(localeTag[language], { type: 'region' }).of(code) ?? stored
}

export function useCountryName(): (stored: string) => string {
  const language = preferences((state) => state.language)
  return (stored) => countryName(stored, language)
}
