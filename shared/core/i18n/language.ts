export const languages = ['enUS', 'ruRU'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'enUS'

/** The first supported language in an Accept-Language header (or in navigator.languages, joined by commas). */
export function preferredLanguage(accepted: string | undefined): Language {
  for (const part of (accepted ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    if (tag === 'ru') return 'ruRU'
    if (tag === 'en') return 'enUS'
  }
  return defaultLanguage
}
