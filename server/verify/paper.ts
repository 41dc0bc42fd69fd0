import { createRequire } from 'node:module'
import type { Language } from '#shared/core/language.ts'
import { saidOf } from '#shared/verdict/band.ts'
import { paperText } from '#shared/verdict/paper.ts'
import type { VerifyAnswer } from '#shared/verify/contract.ts'
import { verifyText } from '#shared/verify/text.ts'

const { resolve } = createRequire(import.meta.url)
const fontFile = (script: string, weight: number) =>
  resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`)
/** The font comes in one file for each script. */
const scripts = /[\u0400-\u04ff]+|[^\u0400-\u04ff]+/g

type Shown = { answer: VerifyAnswer; code: string; language: Language; at: Date }

/** What the check showed, on one page: for a complaint, a marketplace, a customs officer. */
export async function paperOf({ answer, code, language, at }: Shown): Promise<Buffer> {
  // Few shoppers want paper: its library comes with the first of them.
  const { default: PDFDocument } = await import('pdfkit')
  const word = paperText[language]
  const said = saidOf(answer.item, language)
  const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: word.title, CreationDate: at } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((settle) => document.on('end', () => settle(Buffer.concat(chunks))))

  const write = (text: string, size = 11, weight = 400) => {
    // Nothing that a brand or a stranger typed may start a line of its own.
    const runs = text.replace(/\s+/g, ' ').match(scripts) ?? ['']
    for (const [n, run] of runs.entries()) {
      const script = /[\u0400-\u04ff]/.test(run) ? 'cyrillic' : 'latin'
      document.font(fontFile(script, weight)).fontSize(size)
      document.text(run, { continued: n < runs.length - 1 })
    }
    document.moveDown(0.4)
  }

  write(word.title, 20, 700)
  write(
    `${word.at}: ${new Intl.DateTimeFormat(language === 'ruRU' ? 'ru-RU' : 'en-GB', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(at)}`,
  )
  write(`${word.code}: ${code}`)
  if (answer.product) write(`${word.product}: ${answer.product.name} (${answer.product.sku}), ${answer.product.brand}`)
  document.moveDown()
  if (said.band) {
    write(said.band.title, 16, 700)
    if (said.band.message) write(`${said.band.message.text} (${said.band.message.day})`, 11, 700)
    write(said.band.hint)
    for (const reason of said.band.reasons) write(`• ${reason}`)
  }
  write(answer.verified ? verifyText[language].codeGenuine : verifyText[language][answer.verdict as 'unknown'], 14, 700)
  if (said.history) write(said.history)
  for (const chain of ['catapult', 'bitcoin'] as const) {
    write(`${verifyText[language][chain]}: ${verifyText[language][answer.verifyStatus[chain].state]}`)
  }
  document.moveDown()
  write(word.limits, 9)
  document.end()
  return done
}
