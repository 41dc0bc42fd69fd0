import { type Placement, slotAt, slotsOf } from '#shared/label/layout.ts'
import { papers, type Sheet } from '#shared/label/sheets.ts'
import type { PrintedCode } from './codes.ts'
import { drawnName, drawnSymbol, drawnText, hairline, moved, rectangle } from './drawing.ts'
import type { NamePicture } from './name-picture.ts'
import type { PdfPage } from './pdf.ts'
import { symbolOf } from './symbol.ts'

export type Shift = { shiftX: number; shiftY: number }
export type SheetJob = Shift & {
  sheet: Sheet
  /** Counted from 1. */
  start: number
  outline: boolean
  placement: Placement
  serial: boolean
  /** The product's name in plain letters or as a picture, or no name. */
  name: string | NamePicture | undefined
}

/** The labels of these codes, a page at a time. */
export async function* sheetPages(codes: AsyncIterable<PrintedCode>, job: SheetJob): AsyncGenerator<PdfPage> {
  const { sheet, start } = job
  let slot = start - 1
  let labels = ''
  for await (const code of codes) {
    labels += `q ${moved(slotAt(sheet, slot))}${drawnLabel(code, job)}Q\n`
    if (++slot < slotsOf(sheet)) continue
    yield pageOf(job, labels)
    slot = 0
    labels = ''
  }
  if (labels) yield pageOf(job, labels)
}

function pageOf({ sheet, outline, shiftX, shiftY }: SheetJob, labels: string): PdfPage {
  const lines = outline || sheet.cut ? hairline(outlinesOf(sheet)) : ''
  return { ...papers[sheet.paper], content: moved({ x: shiftX, y: shiftY }) + lines + labels }
}

function drawnLabel({ serialNo, url }: PrintedCode, { placement, serial, name }: SheetJob): string {
  const { lines, align, lineWidth } = placement
  const words = [...(serial ? [String(serialNo)] : []), ...(name ? [name] : [])]
  const texts = words.map((word, at) =>
    typeof word === 'string'
      ? drawnText(word, lines[at]!, align, lineWidth)
      : drawnName(word, lines[at]!, align, lineWidth),
  )
  return drawnSymbol(symbolOf(url), placement) + texts.join('')
}

function outlinesOf(sheet: Sheet): string {
  const { width, height } = sheet
  return Array.from({ length: slotsOf(sheet) }, (_, slot) => rectangle(slotAt(sheet, slot), width, height)).join('')
}

const ruler = 100
const tick = { short: 1.5, long: 3 }

/** A sheet to hold against the labels: their outlines, a cross in each corner of the grid, and rulers of 100 mm. */
export function calibrationPage(sheet: Sheet, name: string, { shiftX, shiftY }: Shift): PdfPage {
  const paper = papers[sheet.paper]
  const middle = { x: paper.width / 2, y: paper.height / 2 }
  const last = slotsOf(sheet) - 1
  const corners = [0, sheet.columns - 1, last - sheet.columns + 1, last].map((slot) => slotAt(sheet, slot))
  const crosses = corners.map(({ x, y }) => {
    const [cx, cy] = [x + sheet.width / 2, y + sheet.height / 2]
    return `${cx - 3} ${cy} m ${cx + 3} ${cy} l ${cx} ${cy - 3} m ${cx} ${cy + 3} l `
  })
  let rulers = ''
  const from = { x: middle.x - ruler / 2, y: middle.y - ruler / 2 }
  for (let mm = 0; mm <= ruler; mm += 1) {
    const size = mm % 10 === 0 ? tick.long : tick.short
    rulers += `${from.x + mm} ${middle.y - size} m ${from.x + mm} ${middle.y} l `
    rulers += `${middle.x - size} ${from.y + mm} m ${middle.x} ${from.y + mm} l `
  }
  rulers += `${from.x} ${middle.y} m ${from.x + ruler} ${middle.y} l ${middle.x} ${from.y} m ${middle.x} ${from.y + ruler} l `
  const said = (text: string, x: number, y: number) => drawnText(text, { x, y, size: 3 }, 'start', paper.width)
  const content = [
    moved({ x: shiftX, y: shiftY }),
    hairline(outlinesOf(sheet)),
    `q 0.15 w ${crosses.join('')}${rulers}S Q\n`,
    said(`${ruler} mm`, from.x + ruler + 1, middle.y + 1),
    said(`${ruler} mm`, middle.x - 6, from.y - 1.5),
    said(`${name}, ${sheet.paper}: ${paper.width} x ${paper.height} mm`, middle.x + 3, middle.y + 5),
  ]
  return { ...paper, content: content.join('') }
}
