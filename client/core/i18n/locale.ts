import type { Language } from '#shared/core/i18n/language.ts'

/**
 * The tags (BCP 47) of the languages alone, without a country: for <html lang>, Accept-Language, and names and orders that Intl makes in
 * the console. `languageTags` in shared names a country, because dates in sentences depend on it.
 */
export const localeTag = { enUS: 'en', ruRU: 'ru' } as const satisfies Record<Language, string>
