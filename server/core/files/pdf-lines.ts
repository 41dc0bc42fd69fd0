import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const fontFile = (script: string, weight: number) =>
  resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`)
/** The font has one file per script. */
const scripts = /[\u0400-\u04ff]+|[^\u0400-\u04ff]+/g

/** A paragraph of a PDF. */
export type PdfLine = { text: string; size?: number; weight?: 400 | 700; spaceBefore?: boolean }

/** A4 pages of paragraphs. */
export async function pdfOfLines({
  title,
  at,
  lines,
}: {
  title: string
  at: Date
  lines: readonly PdfLine[]
}): Promise<Buffer> {
  // Few people download a PDF, so the library is loaded with the first one.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title, CreationDate: at } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((settle) => document.on('end', () => settle(Buffer.concat(chunks))))
  for (const { text, size = 11, weight = 400, spaceBefore: room } of lines) {
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
