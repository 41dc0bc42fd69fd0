import { loadOutlines } from '#server/core/text/shaping.ts'
import type { LabelText } from '#shared/label/label-text.ts'
import { linesOfLabel, type Placement, slotAt, slotsOf } from '#shared/label/layout.ts'
import { encodeQr } from '#shared/label/qr.ts'
import { papers, type Sheet } from '#shared/label/sheets.ts'
import { type PrintedCode, printedLetters } from './codes.ts'
import { type FittedText, fitText } from './fonts.ts'
import { addPage, type PdfDocument } from './pdf.ts'
import { drawQr, drawText, hairline } from './pdf-drawing.ts'

type Shift = { shiftX: number; shiftY: number }
export type SheetJob = Shift & {
  sheet: Sheet
  /** Counted from 1. */
  start: number
  outline: boolean
  placement: Placement
  text: LabelText
}

/** Draws the labels of these codes. Yields after each page. */
export async function* sheetPages(
  paper: PdfDocument,
  codes: AsyncIterable<PrintedCode>,
  job: SheetJob,
): AsyncGenerator<void> {
  const { sheet, start, placement, text } = job
  await loadOutlines([text.name ?? ''])
  // The serial number is the first line, if it is printed.
  const set = (line: string, at: number) =>
    fitText(paper, line, {
      size: placement.lines[at]!.size,
      width: placement.lineWidth,
      isSerial: at === 0 && text.serial,
    })
  let slot = start - 1
  let hasPage = false
  for await (const { serialNo, own, url, scratch } of codes) {
    if (!hasPage) beginPage(paper, job)
    hasPage = true
    if (own !== null) await loadOutlines([own])
    const texts = linesOfLabel(text, placement, {
      serialNo: own ?? String(serialNo),
      code: printedLetters(url),
      scratch,
    }).map(set)
    const { x, y } = slotAt(sheet, slot)
    paper.save().translate(x, y)
    drawQr(paper, encodeQr(url), placement)
    if (placement.scratchQr && scratch) drawQr(paper, encodeQr(scratch), placement.scratchQr)
    for (const [at, line] of texts.entries()) drawText(paper, line, placement.lines[at]!, placement.align)
    paper.restore()
    if (++slot < slotsOf(sheet)) continue
    yield
    slot = 0
    hasPage = false
  }
  if (hasPage) yield
}

function beginPage(paper: PdfDocument, { sheet, outline, shiftX, shiftY }: SheetJob): void {
  addPage(paper, papers[sheet.paper]).translate(shiftX, shiftY)
  if (outline || sheet.cut) drawOutlines(paper, sheet)
}

function drawOutlines(paper: PdfDocument, sheet: Sheet): void {
  hairline(paper, () => {
    for (let slot = 0; slot < slotsOf(sheet); slot++) {
      const { x, y } = slotAt(sheet, slot)
      paper.rect(x, y, sheet.width, sheet.height)
    }
  })
}

const ruler = 100
const tick = { short: 1.5, long: 3 }

/** A sheet to compare with the labels: their outlines, a cross in each corner of the grid, and rulers of 100 mm. */
export function* calibrationPage(paper: PdfDocument, sheet: Sheet, name: string, shift: Shift): Generator<void> {
  const { width, height } = papers[sheet.paper]
  const middle = { x: width / 2, y: height / 2 }
  const from = { x: middle.x - ruler / 2, y: middle.y - ruler / 2 }
  addPage(paper, { width, height }).translate(shift.shiftX, shift.shiftY)
  drawOutlines(paper, sheet)
  paper.lineWidth(0.15)
  const stroke = (x: number, y: number, toX: number, toY: number) => paper.moveTo(x, y).lineTo(toX, toY)
  const last = slotsOf(sheet) - 1
  for (const slot of [0, sheet.columns - 1, last - sheet.columns + 1, last]) {
    const { x, y } = slotAt(sheet, slot)
    const [cx, cy] = [x + sheet.width / 2, y + sheet.height / 2]
    stroke(cx - 3, cy, cx + 3, cy)
    stroke(cx, cy - 3, cx, cy + 3)
  }
  for (let mm = 0; mm <= ruler; mm += 1) {
    const size = mm % 10 === 0 ? tick.long : tick.short
    stroke(from.x + mm, middle.y - size, from.x + mm, middle.y)
    stroke(middle.x - size, from.y + mm, middle.x, from.y + mm)
  }
  stroke(from.x, middle.y, from.x + ruler, middle.y)
  stroke(middle.x, from.y, middle.x, from.y + ruler)
  paper.stroke()
  const drawLine = (text: FittedText, x: number, y: number) => drawText(paper, text, { x, y }, 'start')
  const set = (text: string) => fitText(paper, text, { size: 3, width })
  drawLine(set(`${ruler} mm`), from.x + ruler + 1, middle.y + 1)
  drawLine(set(`${ruler} mm`), middle.x - 6, from.y - 1.5)
  drawLine(set(`${name}, ${sheet.paper}: ${width} × ${height} mm`), middle.x + 3, middle.y + 5)
  yield
}
