import { drawOutline } from '#server/core/text/draw-outline.ts'
import type { Placement, SheetPosition } from '#shared/label/layout.ts'
import { outlineOf, type QrMatrix } from '#shared/label/qr.ts'
import type { FittedText } from './fonts.ts'
import type { PdfDocument } from './pdf.ts'

// All lengths are mm, with the origin at the upper left corner and y running down.

/** Strokes the path as a grey hairline. */
export function hairline(paper: PdfDocument, path: () => void): void {
  paper.save().lineWidth(0.1).strokeColor('#8c8c8c')
  path()
  paper.stroke().restore()
}

/**
 * One module is one unit here, so corners are whole numbers. PDFKit keeps each step of a path in a separate buffer
 * until the page ends, which would be 12,000 on a sheet: a code is therefore one piece of content.
 */
export function drawQr(
  paper: PdfDocument,
  symbol: QrMatrix,
  { code, module }: Pick<Placement, 'code' | 'module'>,
): void {
  const outline = outlineOf(symbol).map(ringOf).join('')
  paper.save().translate(code.x, code.y).scale(module).addContent(outline).fill().restore()
}

function ringOf(corners: readonly number[]): string {
  let path = `${corners[0]} ${corners[1]} m `
  for (let i = 2; i < corners.length; i += 2) path += `${corners[i]} ${corners[i + 1]} l `
  return `${path}h\n`
}

/** A line of text that starts at, or is centred on, a point of its base line. */
export function drawText(paper: PdfDocument, line: FittedText, { x, y }: SheetPosition, align: Placement['align']) {
  const { size, width, text } = line
  let left = align === 'start' ? x : x - width / 2
  if ('outline' in line) return drawOutline(paper, line.outline, text, { x: left, y, size })
  for (const run of line.runs) {
    paper.font(run.file).fontSize(size).text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
    left += run.width
  }
}
