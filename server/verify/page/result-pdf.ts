import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type { Language } from '#shared/core/i18n/language.ts'
import { resultPdfText } from '#shared/verdict/result-pdf-text.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import type { VerifyAnswer } from '#shared/verify/contract.ts'
import { type Headline, headlineOf } from '#shared/verify/result/headline.ts'
import { verifyText } from '#shared/verify/text.ts'

const { resolve } = createRequire(import.meta.url)
const fontFile = (script: string, weight: number) =>
  resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`)
/** The font has one file per script. */
const scripts = /[\u0400-\u04ff]+|[^\u0400-\u04ff]+/g

type PdfInput = { answer: VerifyAnswer; code: string; language: Language; at: Date }
/** A paragraph of the PDF. */
export type Line = { text: string; size?: number; weight?: 400 | 700; spaceBefore?: boolean }

/** The result of a check on one page, for a complaint, a marketplace or a customs officer. */
export async function resultPdf(shown: PdfInput): Promise<Buffer> {
  // Few shoppers download a PDF, so the library is loaded with the first one.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    ...{ size: 'A4', margin: 56 },
    info: { Title: resultPdfText[shown.language].title, CreationDate: shown.at },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((settle) => document.on('end', () => settle(Buffer.concat(chunks))))
  for (const { text, size = 11, weight = 400, spaceBefore: room } of linesOf(shown)) {
    if (room) document.moveDown()
    // Text typed by a brand or a stranger must not start a new line.
    const runs = text.replace(/\s+/g, ' ').match(scripts) ?? ['']
    for (const [n, run] of runs.entries()) {
      const script = /[\u0400-\u04ff]/.test(run) ? 'cyrillic' : 'latin'
      document.font(fontFile(script, weight)).fontSize(size)
      document.text(run, { continued: n < runs.length - 1 })
    }
    document.moveDown(0.4)
  }
  document.end()
  return done
}

/**
 * A PDF is cached for this time (ms) and returned while the answer is the same. It then shows the time of the first
 * download.
 */
const cacheMs = 60_000
const cacheSize = 100

/** Cached PDFs with the current time. */
export function resultPdfCache(): (shown: Omit<PdfInput, 'at'>) => Promise<Buffer> {
  const cache = new LRUCache<string, Promise<Buffer>>({ max: cacheSize, ttl: cacheMs })
  return (shown) => {
    const key = hash('sha256', JSON.stringify([shown.answer, shown.code, shown.language]))
    let paper = cache.get(key)
    if (!paper) {
      paper = resultPdf({ ...shown, at: new Date() })
      cache.set(key, paper)
      paper.catch(() => cache.delete(key))
    }
    return paper
  }
}

/** The lines of the PDF. Texts of the brand appear only when neither code nor item is in doubt. */
export function linesOf({ answer, code, language, at }: PdfInput): Line[] {
  const texts = resultPdfText[language]
  const headline = headlineOf(answer, language)
  const { product, contact } = answer
  const time = new Intl.DateTimeFormat(language === 'ruRU' ? 'ru-RU' : 'en-GB', {
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
function recordLines({ verifyStatus, verified }: VerifyAnswer, { clean }: Headline, language: Language): Line[] {
  if (!verified) return []
  const texts = verifyText[language]
  return (['catapult', 'bitcoin'] as const).map((chain) => {
    const { state } = verifyStatus[chain]
    const label = clean ? texts[chain] : `${resultPdfText[language].codeRecord}, ${texts[chain]}`
    return { text: `${label}: ${!clean && state === 'SUCCESS' ? texts.recorded : texts[state]}` }
  })
}
