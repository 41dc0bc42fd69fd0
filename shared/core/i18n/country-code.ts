import { countryName } from './country-name.ts'
import { type Language, languageTags } from './language.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** All pairs of letters; the runtime knows which of them are ISO 3166-1 codes. */
export const countryCodes: readonly string[] = letters.flatMap((first) => letters.map((second) => first + second))

let codes: Map<string, string> | undefined

/** The ISO code of a country by its English name. */
export function countryCodeOf(name: string): string | undefined {
  if (!codes) {
    codes = new Map()
    for (const code of countryCodes) {
      const known = countryName(code, 'en')
      if (known && known !== code && !codes.has(known)) codes.set(known, code)
    }
  }
  return codes.get(name)
}

const translations = new Map<string, string>()

/**
 * Translates the English name of a country, as responses contain it, into a language. An unknown name stays. Translations are
 * kept, because the runtime needs microseconds for each name.
 */
export function countryIn(language: Language, name: string): string {
  if (language === 'enUS') return name
  const key = `${language} ${name}`
  const known = translations.get(key)
  if (known !== undefined) return known
  const code = countryCodeOf(name)
  const translated = code && countryName(code, languageTags[language])
  if (translated === undefined) return name
  translations.set(key, translated)
  return translated
}
