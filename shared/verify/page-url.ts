import type { Language } from '#shared/core/i18n/language.ts'

/** What a tag has sent in its URL. */
export type TapParameters = { e: string; c: string }
type PageParameters = {
  gtin?: string | undefined
  code: string
  secret: string
  tap?: TapParameters | undefined
  language: Language
  theme?: string | undefined
}

/** The URL of a page about a code, in the current language and theme. */
export function pageUrl(path: string, { gtin, code, secret, tap, language, theme }: PageParameters): string {
  const query = new URLSearchParams()
  if (gtin) query.set('gtin', gtin)
  if (code) query.set('a', code)
  if (secret) query.set('p', secret)
  for (const [name, digits] of Object.entries(tap ?? {})) query.set(name, digits)
  query.set('lang', language.slice(0, 2))
  if (theme) query.set('theme', theme)
  return `${path}?${query}`
}

/** The page of a product, for people who have its GTIN and no code of an item. */
export const productPagePath = (gtin: string): string => `/verify?gtin=${gtin}`
