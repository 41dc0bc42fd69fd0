import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type PdfLine, pdfOfLines } from '#server/core/files/pdf-lines.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { omit } from '#shared/core/omit.ts'
import { resultPdfText } from '#shared/verdict/result-pdf-text.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'
import { type Headline, headlineOf } from '#shared/verify/result/headline.ts'
import { verifyText } from '#shared/verify/text.ts'

type PdfInput = { answer: VerifyResponse; code: string; language: Language; at: Date }

/** The result of a check on one page, for a complaint, a marketplace or a customs officer. */
export function resultPdf(shown: PdfInput): Promise<Buffer> {
  return pdfOfLines({ title: resultPdfText[shown.language].title, at: shown.at, lines: resultLines(shown) })
}

/**
 * A PDF is cached for this time (ms) and returned while the response is the same. It then shows the time of the first
 * download.
 */
const cacheMs = 60_000
const cacheSize = 100

/** Cached PDFs with the current time. */
export function resultPdfCache(): (shown: Omit<PdfInput, 'at'>) => Promise<Buffer> {
  const cache = new LRUCache<string, Promise<Buffer>>({ max: cacheSize, ttl: cacheMs })
  return (shown) => {
    // Not in the PDF, and new in every response for a code in transit.
    const answer = omit(shown.answer, 'delivery')
    const key = hash('sha256', JSON.stringify([answer, shown.code, shown.language]))
    let pdf = cache.get(key)
    if (!pdf) {
      pdf = resultPdf({ ...shown, at: new Date() })
      cache.set(key, pdf)
      pdf.catch(() => cache.delete(key))
    }
    return pdf
  }
}

/** The lines of the PDF. Texts of the brand appear only when neither code nor item is in doubt. */
export function resultLines({ answer, code, language, at }: PdfInput): PdfLine[] {
  const texts = resultPdfText[language]
  const headline = headlineOf(answer, language)
  const { product, contact } = answer
  const time = new Intl.DateTimeFormat(languageTags[language], {
    ...({ dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' } as const),
  }).format(at)
  return [
    { text: texts.title, size: 12, weight: 700 },
    { text: headline.headline, size: 20, weight: 700, spaceBefore: true },
    { text: headline.lead },
    ...headline.reasons.map((reason) => ({ text: `• ${reason}` })),
    ...(headline.recall
      ? [{ text: `${verifyText[language].recalledSince} ${headline.recall.day}`, weight: 700 as const }]
      : []),
    ...(headline.history ? [{ text: headline.history }] : []),
    { text: `${verifyText[language].whatToDo}: ${headline.next}` },
    { text: `${texts.at}: ${time}`, spaceBefore: true },
    // Input that is not a code could be any sentence.
    { text: `${texts.code}: ${parseCode(code) ? code : '–'}` },
    ...(headline.clean && product
      ? [{ text: `${texts.product}: ${product.name} (${product.sku}), ${product.brand}` }]
      : []),
    ...(contact
      ? [{ text: `${texts.brand}: ${[contact.name, contact.email, contact.phone].filter(Boolean).join(', ')}` }]
      : []),
    ...recordLines(answer, headline, language),
    { text: texts.limits, size: 9, spaceBefore: true },
  ]
}

/** The records of the chains for the code. Below a warning they are a record and not a confirmation. */
function recordLines({ verifyStatus, verified }: VerifyResponse, { clean }: Headline, language: Language): PdfLine[] {
  if (!verified) return []
  const texts = verifyText[language]
  return (['catapult', 'bitcoin'] as const).map((chain) => {
    const { state } = verifyStatus[chain]
    const label = clean ? texts[chain] : `${resultPdfText[language].codeRecord}, ${texts[chain]}`
    return { text: `${label}: ${!clean && state === 'SUCCESS' ? texts.recorded : texts[state]}` }
  })
}
