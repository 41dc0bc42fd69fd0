import { fileUrl } from '#client/core/files/file-url.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Theme } from '#shared/core/theme.ts'
import { type BrandContentTextKey, brandContentText } from '#shared/verify/brand-content-text.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'
import type { NamedProduct } from '#shared/verify/named-product.ts'
import { pageUrl, type TapParameters } from '#shared/verify/page-url.ts'
import { productFacts } from '#shared/verify/rules.ts'
import { type VerifyTextKey, verifyText } from '#shared/verify/text.ts'

/** The parameters of a page's URL. */
export type PageParams = {
  /** The GTIN for which the page was opened, without the code of an item. */
  gtin?: string | undefined
  /** The code as given; empty without one. */
  code: string
  secret: string
  /** What its tag has sent, for a code that was opened with a tap. */
  tap?: TapParameters | undefined
  language: Language
  /** When undefined, the theme of the device applies. */
  theme: Theme | undefined
}

/** The page without a code. `product`: that of the GTIN, if there is one. */
export type EntryModel = PageParams & { officialHost: string; product?: NamedProduct | undefined }

/** The data from which the page is rendered on the server and hydrated in the browser. */
export type PageModel = PageParams & {
  answer: VerifyResponse
  /** For a typed code that one corrected character would make valid: the first and the last character of the wrong group, from 1. */
  typo?: { from: number; to: number } | undefined
  /** A preview for the merchant: without a scan, so there is no proof to check. */
  isPreview?: boolean
  /** URLs of images that exist only in the preview, by hash. */
  pictures?: Readonly<Record<string, string>> | undefined
}

export type Model = EntryModel | PageModel

/** Returns a text of the page by its key, with its placeholders filled in. */
export type PageText = (key: VerifyTextKey | BrandContentTextKey, values?: Record<string, string>) => string

export function pageTextIn(language: Language): PageText {
  const texts = { ...verifyText[language], ...brandContentText[language] }
  return (key, values) => fill(texts[key], values)
}

/** Whether the code of a response exists, as far as a shopper can know. */
export const isFound = ({ verdict }: Pick<VerifyResponse, 'verdict'>): boolean =>
  verdict !== 'unknown' && verdict !== 'damaged'

/** The URL of a file of the page. A preview contains images that are not uploaded yet. */
export function pageFileUrl({ pictures }: PageModel, file: { hash: string; ext: string }): string {
  return pictures?.[file.hash] ?? fileUrl(file)
}

/** The URL of this page with another language or theme: a plain link, which works without scripts. */
export const pageHref = (model: PageParams, change: { language?: Language; theme?: Theme } = {}): string =>
  pageUrl('/verify', { ...model, ...change })

export const redirectHref = (model: PageModel): string => pageUrl('/verify/go', model)

/** The proof of the code, only for callers with its secret. */
export function proofHref({ code, secret }: PageParams, file: '' | '.ots' | '.zip' = '', language?: Language): string {
  const query = new URLSearchParams({ p: secret, ...(language && { lang: language }) })
  return `/api/proof/${encodeURIComponent(code)}${file}?${query}`
}

/** The product as the payload and the further facts describe it. */
export function payloadOf(response: VerifyResponse): Record<string, unknown> {
  const message = response.transaction?.message
  return productFacts(objectIn(message?.payload), objectIn(message?.rest))
}

/** The serial that the item had before its code, as it was anchored. */
export function serialOf(response: VerifyResponse): string | undefined {
  const { v, serial } = objectIn(response.transaction?.message?.payload)
  return v === 2 && typeof serial === 'string' && serial !== '' ? serial : undefined
}

function objectIn(text = '{}'): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
