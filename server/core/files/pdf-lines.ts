import { loadOutlines } from '#server/core/text/shaping.ts'
import { writeText } from './pdf-text.ts'

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
  await loadOutlines(
    lines.map(({ text }) => text),
    [400, 700],
  )
  const done = new Promise<Buffer>((settle) => document.on('end', () => settle(Buffer.concat(chunks))))
  for (const { text, size = 11, weight = 400, spaceBefore: room } of lines) {
    if (room) document.moveDown()
    writeText(document, text, { size, weight, colour: 'black' })
    document.moveDown(0.4)
  }
  document.end()
  return done
}
