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

/** The official host of an installation: the only one on which its codes open. */
export const officialHost = (publicUrl: string): string => new URL(publicUrl).host

/** The official address as it is printed, for people who type it: the page that asks for a code. */
export const entryAddress = (publicUrl: string): string => `${officialHost(publicUrl)}/verify`
