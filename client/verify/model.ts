import type { Language } from '#shared/core/language.ts'
import type { Said } from '#shared/verdict/band.ts'
import type { VerifyAnswer } from '#shared/verify/contract.ts'
import { type PageWord, pageText } from '#shared/verify/page-text.ts'
import { type VerifyWord, verifyText } from '#shared/verify/text.ts'

export const themes = ['light', 'dark', 'bnw'] as const
export type Theme = (typeof themes)[number]

/** Everything the page is painted from: on the server, and again in the browser to take it over. */
export interface PageModel {
  answer: VerifyAnswer
  /** Of the item, in the words of the reader; a preview has none. */
  said?: Said
  /** The code as it was given, empty when none was. */
  code: string
  secret: string
  language: Language
  /** Undefined follows the device. */
  theme: Theme | undefined
  /** Shown to its merchant: nothing was scanned, so there is no proof to walk. */
  isPreview?: boolean
  /** Addresses of pictures that only the preview has, by their hash. */
  pictures?: Readonly<Record<string, string>> | undefined
}

export type Say = (word: VerifyWord | PageWord, fill?: Record<string, string>) => string

export function sayIn(language: Language): Say {
  const words = { ...verifyText[language], ...pageText[language] }
  return (word, fill = {}) => words[word].replace(/{{(\w+)}}/g, (_, key: string) => fill[key] ?? '')
}

/** A brand's own words; those that it left as they come, or empty, are said in the shopper's language. */
export function ownWords(own: string | undefined, asItComes: string, otherwise: string): string {
  return own === undefined || own === '' || own === asItComes ? otherwise : own
}

/** Where a stored file is, for links and pictures. */
export function fileUrl({ pictures }: PageModel, { hash, ext }: { hash: string; ext: string }): string {
  return pictures?.[hash] ?? `/api/files/${hash}${ext}`
}

/** The address of this page with another language or theme: a plain link, which works without scripts. */
export function pageHref(model: PageModel, change: { language?: Language; theme?: Theme } = {}): string {
  const query = new URLSearchParams()
  if (model.code) query.set('a', model.code)
  if (model.secret) query.set('p', model.secret)
  query.set('lang', (change.language ?? model.language).slice(0, 2))
  const theme = change.theme ?? model.theme
  if (theme) query.set('theme', theme)
  return `/verify?${query}`
}

export function redirectHref(model: PageModel): string {
  const query = new URLSearchParams({ a: model.code })
  if (model.secret) query.set('p', model.secret)
  return `/verify/go?${query}`
}

export function payloadOf(answer: VerifyAnswer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(answer.transaction?.message.payload ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
