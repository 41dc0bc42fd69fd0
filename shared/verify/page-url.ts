import type { Language } from '#shared/core/i18n/language.ts'

type PageParameters = { code: string; secret: string; language: Language; theme?: string | undefined }

/** The URL of a page about a code, in the current language and theme. */
export function pageUrl(path: string, { code, secret, language, theme }: PageParameters): string {
  const query = new URLSearchParams()
  if (code) query.set('a', code)
  if (secret) query.set('p', secret)
  query.set('lang', language.slice(0, 2))
  if (theme) query.set('theme', theme)
  return `${path}?${query}`
}
