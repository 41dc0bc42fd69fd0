import type { Document, PageBundle } from '#server/page/service.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { frameOrigins } from '#shared/customization/links/frames.ts'
import { pageStyle } from '#shared/customization/page-style.ts'
import { formatAddress, parseCode } from '#shared/verify/code/code.ts'
import type { VerifyQuery, VerifyResponse } from '#shared/verify/contract.ts'
import { entryText } from '#shared/verify/entry-text.ts'
import type { NamedProduct } from '#shared/verify/named-product.ts'
import type { TapParameters } from '#shared/verify/page-url.ts'
import { headlineOf } from '#shared/verify/result/headline.ts'
import { headlineText } from '#shared/verify/result/headline-text.ts'
import { isGenuineResult } from '#shared/verify/result/result-kind.ts'
import { verifyText } from '#shared/verify/text.ts'

type VerifyPageQuery = VerifyQuery & { theme?: 'light' | 'dark' | 'bnw' | undefined }

/**
 * The document of a response. `secret`: of a code whose tag was tapped, so that everything on the page works as with a printed code. The texts of its head come from the same headline as its body. */
export function resultDocument(
  bundle: PageBundle,
  query: VerifyPageQuery,
  answer: VerifyResponse,
  {
    language,
    typo,
    secret,
  }: { language: Language; typo?: { from: number; to: number } | undefined; secret?: string | undefined },
): Document {
  const given = { ...splitCode(query), ...(secret && { secret }) }
  const model = { answer, ...given, tap: tapOf(query, answer), language, theme: query.theme, ...(typo && { typo }) }
  const { title, share } = headlineOf(answer, language)
  const customization = isGenuineResult(answer) ? answer.customization : null
  return {
    bundle,
    lang: language.slice(0, 2),
    title,
    description: share,
    theme: query.theme,
    model,
    style: pageStyle(customization),
    content: bundle.render(model),
    frames: frameOrigins(customization?.additions ?? [], answer.frameHosts),
    scans: !answer.verified,
    framedBy: "'none'",
  }
}

type EntryOptions = { language: Language; officialHost: string; gtin: string; product?: NamedProduct | undefined }

/** The page without a code: no code is looked up, and no product is mentioned except that of a GTIN in the URL. */
export function entryDocument(
  bundle: PageBundle,
  { theme }: VerifyPageQuery,
  { language, officialHost, gtin, product: found }: EntryOptions,
): Document {
  const { askTitle } = verifyText[language]
  const product = found && shownOf(found)
  const { headline, hint } = headlineText[language].recalled
  const recalled = product && product.recalls.length > 0
  const description = recalled ? `${product.name}: ${headline}. ${hint}` : entryText[language].description
  const model = { gtin, product, code: '', secret: '', language, theme, officialHost }
  return {
    bundle,
    lang: language.slice(0, 2),
    title: product ? `${recalled ? headline : product.name} · ${verifyText[language].title}` : askTitle,
    description,
    theme,
    model,
    content: bundle.render(model),
    scans: true,
    framedBy: "'none'",
  }
}

/** Without what only programs read. */
const shownOf = ({ name, brand, contact, recalls, hasRecalledItems }: NamedProduct): NamedProduct => ({
  name,
  brand,
  contact,
  recalls,
  hasRecalledItems,
})

/** What a tag has sent, if the response is about it. */
const tapOf = ({ e, c }: VerifyQuery, { tap }: VerifyResponse): TapParameters | undefined =>
  e && c && tap && tap !== 'untapped' ? { e, c } : undefined

/** The code as it was given, or an empty string. */
export const codeText = ({ a, address }: VerifyQuery): string => (a ?? address ?? '').trim()

/** The code and the secret separately, in their printed form if they are not damaged. */
export function splitCode(query: VerifyQuery): { code: string; secret: string } {
  const text = codeText(query)
  const { address, secret } = parseCode(text, query.p) ?? {}
  if (address) return { code: formatAddress(address), secret: secret ?? '' }
  return { code: text, secret: query.p ?? '' }
}
