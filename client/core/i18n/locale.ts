import type { Language } from '#shared/core/i18n/language.ts'

/** The BCP 47 tags of the languages: for <html lang>, Accept-Language and Intl. */
export const localeTag = { enUS: 'en', ruRU: 'ru' } as const satisfies Record<Language, string>
