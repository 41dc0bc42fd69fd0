import type { Placement, Point } from '#shared/label/layout.ts'
import type { SetText } from './lettering.ts'
import type { Paper } from './pdf.ts'
import { type QrSymbol, svgPath } from './symbol.ts'

// All lengths are mm, with the origin at the upper left corner and y running down.

/** Strokes what `path` draws, as a hairline in grey. */
export function hairline(paper: Paper, path: () => void): void {
  paper.save().lineWidth(0.1).strokeColor('#8c8c8c')
  path()
  paper.stroke().restore()
}

/** A module is one unit in here: corners are whole numbers. */
export function drawSymbol(paper: Paper, symbol: QrSymbol, { code, module }: Pick<Placement, 'code' | 'module'>): void {
  paper.save().translate(code.x, code.y).scale(module).path(svgPath(symbol)).fill().restore()
}

/** A line of text that begins, or has its middle, at a point of its base line. */
export function drawText(paper: Paper, { runs, size, width }: SetText, { x, y }: Point, align: Placement['align']) {
  let left = align === 'start' ? x : x - width / 2
  for (const run of runs) {
    paper.font(run.file).fontSize(size).text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
    left += run.width
  }
}
