import type { Document, PageBundle } from '#server/page/service.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { frameOrigins } from '#shared/customization/links/frames.ts'
import { pageStyle } from '#shared/customization/page-style.ts'
import { formatAddress, parseCode } from '#shared/verify/code/code.ts'
import type { VerifyQuery, VerifyResponse } from '#shared/verify/contract.ts'
import { entryText } from '#shared/verify/entry-text.ts'
import { headlineOf } from '#shared/verify/result/headline.ts'
import { isGenuineResult } from '#shared/verify/result/result-kind.ts'
import { verifyText } from '#shared/verify/text.ts'

type VerifyPageQuery = VerifyQuery & { theme?: 'light' | 'dark' | 'bnw' | undefined }

/** The document of a response. The texts of its head come from the same headline as its body. */
export function resultDocument(
  bundle: PageBundle,
  query: VerifyPageQuery,
  answer: VerifyResponse,
  { language, typo }: { language: Language; typo?: { from: number; to: number } | undefined },
): Document {
  const model = { answer, ...splitCode(query), language, theme: query.theme, ...(typo && { typo }) }
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

/** The page without a code: nothing is looked up, and no product is mentioned. */
export function entryDocument(
  bundle: PageBundle,
  { theme }: VerifyPageQuery,
  { language, officialHost }: { language: Language; officialHost: string },
): Document {
  const { askTitle } = verifyText[language]
  const { description } = entryText[language]
  const model = { code: '', secret: '', language, theme, officialHost }
  return {
    bundle,
    lang: language.slice(0, 2),
    title: askTitle,
    description,
    theme,
    model,
    content: bundle.render(model),
    scans: true,
    framedBy: "'none'",
  }
}

/** The code as it was given, or an empty string. */
export const codeText = ({ a, address }: VerifyQuery): string => (a ?? address ?? '').trim()

/** The code and the secret separately, in their printed form if they are not damaged. */
export function splitCode(query: VerifyQuery): { code: string; secret: string } {
  const text = codeText(query)
  const { address, secret } = parseCode(text, query.p) ?? {}
  if (address) return { code: formatAddress(address), secret: secret ?? '' }
  return { code: text, secret: query.p ?? '' }
}
