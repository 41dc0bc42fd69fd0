export const languages = ['enUS', 'ruRU'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'enUS'
/**
 * The tags (BCP 47) by which sentences of the server and of the verify page write dates, numbers and plural forms: en-GB, because `en` alone
 * puts the month before the day.
 */
export const languageTags = { enUS: 'en-GB', ruRU: 'ru-RU' } as const satisfies Record<Language, string>

/**
 * The first supported language in an Accept-Language header (or in navigator.languages, joined by commas).
 *
 * @example
 * preferredLanguage('de, ru;q=0.8, en;q=0.7') // => 'ruRU'
 * preferredLanguage('de') // => 'enUS'
 */
export function preferredLanguage(accepted: string | undefined): Language {
  for (const part of (accepted ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    if (tag === 'ru') return 'ruRU'
    if (tag === 'en') return 'enUS'
  }
  return defaultLanguage
}
