import {
  codeLines,
  countLetterGroups,
  groupsIn,
  groupsWidth,
  type LabelText,
  type LabelValues,
  wrapName,
  wrapSite,
} from './label-text.ts'
import { papers, type Sheet } from './sheets.ts'

// Positions on sheets and labels. All lengths are mm from the upper left corner.

/** White modules that readers require on each side of a code (ISO/IEC 18004). */
export const quietModules = 4
/** Narrower modules (mm) are not readable from every office printer with every phone camera. */
export const smallModule = 0.33

export type Size = { width: number; height: number }
export type SheetPosition = { x: number; y: number }

export const slotsOf = ({ columns, rows }: Sheet): number => columns * rows

/**
 * The corner of a label. `index` counts from 0 along the rows.
 *
 * @example
 * const sheet = { paper: 'A4', columns: 3, rows: 7, width: 63.5, height: 38.1, pitchX: 66, pitchY: 38.1 }
 * slotAt(sheet, 4).x // => 73.25
 */
export function slotAt(sheet: Sheet, index: number): SheetPosition {
  const { width, height } = papers[sheet.paper]
  const gridWidth = (sheet.columns - 1) * sheet.pitchX + sheet.width
  const gridHeight = (sheet.rows - 1) * sheet.pitchY + sheet.height
  return {
    x: (width - gridWidth) / 2 + (index % sheet.columns) * sheet.pitchX,
    y: (height - gridHeight) / 2 + Math.floor(index / sheet.columns) * sheet.pitchY,
  }
}

/** Number of sheets for this many labels when the first label is at position `start`, counted from 1. */
export function sheetsFor(sheet: Sheet, start: number, labels: number): number {
  return Math.ceil((start - 1 + labels) / slotsOf(sheet))
}

type TextLine = SheetPosition & { size: number }
export type Placement = {
  /** The side of a module, and of the code without its quiet zone. */
  module: number
  side: number
  /** The corner of the code without its quiet zone. */
  code: SheetPosition
  /** The start (or centre) of each line of text on its base line, and its letter size. */
  lines: TextLine[]
  align: 'middle' | 'start'
  lineWidth: number
  /** Groups of the readable code in one line. */
  groups: number
  /** The lines of the name, and of the official address. */
  name: string[]
  site: string[]
  /** The corner of the QR code of the scratch code without its quiet zone, and the side of its modules. */
  scratchQr?: { code: SheetPosition; module: number }
}

/** Letter sizes of a label in mm: 6 to 9 points. */
const textSizes = { min: 2.1, max: 3.2 }
const lineStep = 1.3
/** Smallest width of a text column beside a code: a serial number of seven digits. */
const columnWidth = 12
const textMargin = 1
/** Modules of the QR code of a scratch code: 8 letters fit into the smallest one. */
export const scratchQrModules = 21
/** The room of this code with its quiet zone (mm). Its modules are whole dots of printers with 203 dots per inch. */
const scratchQrRoom = 11
/** Above and below a column of text. */
const columnMargin = 0.8
/** Groups of the readable code beside the QR code, the best first: blocks are easier to read than long lines. */
const groupsBeside = [4, 3, 2, 5, 6, 7, 8, 9, 10, 11]
/** Text moves only for a code that is larger by this factor. */
const worthwhile = 1.05
/** A tolerance of a millionth of a millimetre: sums of lengths are not exact. */
const tolerance = 1e-6

/** The largest code that fits on a label with its texts; 0 if none does. */
export function largestCode(label: Size, modules: number, text: LabelText): number {
  return (bestArrangement(label, text)?.room ?? 0) * (modules / (modules + 2 * quietModules))
}

/**
 * Positions a code and its texts on a label. The text is below or beside the code, whichever leaves more room
 * for the code. Returns undefined when a code of the wanted size does not fit with its quiet zone and the texts.
 *
 * @example
 * const text = { serial: true, code: 0, name: undefined }
 * placeLabel({ width: 40, height: 30 }, 29, text, 20).code // => { x: 10, y: 3.44 }
 * placeLabel({ width: 40, height: 30 }, 29, text, 40) // => undefined
 */
export function placeLabel(label: Size, modules: number, text: LabelText, wanted?: number): Placement | undefined {
  const best = bestArrangement(label, text)
  const side = wanted ?? largestCode(label, modules, text)
  const module = side / modules
  const margin = quietModules * module
  const room = side + 2 * margin
  if (!best || !(side > 0) || room > best.room + tolerance) return undefined
  const { size, under } = best
  const step = size * lineStep
  const lineWidth = under ? label.width - 2 * textMargin : label.width - room - textMargin
  const { groups, name, site, count } = linesOf(text, lineWidth, size, best.groups)
  const textHeight = count * step + scratchRoomOf(text)
  const scratchAt = (x: number, y: number) => (text.scratchQr ? { scratchQr: placedScratchQr(x, y) } : {})
  const common = { module, side, lineWidth, groups, name, site }
  if (under) {
    const top = (label.height - room - textHeight) / 2
    return {
      ...common,
      align: 'middle',
      code: { x: (label.width - side) / 2, y: top + margin },
      lines: rowsOf(count, { x: label.width / 2, y: top + room, step, size }),
      ...scratchAt((label.width - scratchQrRoom) / 2, top + room + count * step),
    }
  }
  const top = (label.height - textHeight) / 2
  return {
    ...common,
    align: 'start',
    code: { x: margin, y: (label.height - side) / 2 },
    lines: rowsOf(count, { x: room, y: top, step, size }),
    ...scratchAt(room, top + count * step),
  }
}

/** The room of the QR code of the scratch code, which is below all lines. */
const scratchRoomOf = ({ scratchQr }: LabelText): number => (scratchQr ? scratchQrRoom : 0)

function placedScratchQr(x: number, y: number): NonNullable<Placement['scratchQr']> {
  const module = scratchQrRoom / (scratchQrModules + 2 * quietModules)
  return { module, code: { x: x + quietModules * module, y: y + quietModules * module } }
}

/** The texts of one label in the order of its lines. The scratch code is the last one, so that a layer covers nothing else. */
export function linesOfLabel(text: LabelText, { groups, name, site }: Placement, values: LabelValues): string[] {
  return [
    ...(text.serial ? [values.serialNo] : []),
    ...(text.code > 0 ? codeLines(values.code, groups) : []),
    ...name,
    ...site,
    ...(text.scratch ? codeLines(values.scratch ?? '', groups) : []),
  ]
}

type Arrangement = { room: number; under: boolean; size: number; groups: number }

/** The arrangement with the most room for the code; of almost equal ones the first, which is easier to read. */
function bestArrangement(label: Size, text: LabelText): Arrangement | undefined {
  const preferred = Math.min(textSizes.max, Math.max(textSizes.min, label.height * 0.08))
  let best: Arrangement | undefined
  for (const size of new Set([preferred, textSizes.min])) {
    for (const one of arrangements(label, text, size)) {
      if (one.room > (best?.room ?? 0) * worthwhile) best = one
    }
  }
  return best
}

function* arrangements(label: Size, text: LabelText, size: number): Generator<Arrangement> {
  const step = size * lineStep
  const below = label.width - 2 * textMargin
  const groups = groupsIn(below, size)
  const maxGroups = countLetterGroups(Math.max(text.code, text.scratch ?? 0))
  if (maxGroups === 0 || groups > 0) {
    const { count } = linesOf(text, below, size, groups)
    yield { room: Math.min(label.width, label.height - count * step - scratchRoomOf(text)), under: true, size, groups }
  }
  const { serial, name, site } = text
  if (!serial && maxGroups === 0 && name === undefined && site === undefined) return
  for (const groups of maxGroups === 0 ? [0] : groupsBeside.filter((count) => count <= maxGroups)) {
    const column = Math.max(columnWidth, scratchRoomOf(text), groups === 0 ? 0 : groupsWidth(groups, size))
    const room = Math.min(label.height, label.width - column - textMargin)
    const { count } = linesOf(text, label.width - room - textMargin, size, groups)
    if (count * step + scratchRoomOf(text) <= label.height - 2 * columnMargin)
      yield { room, under: false, size, groups }
  }
}

function linesOf(text: LabelText, width: number, size: number, groups: number) {
  const name = text.name === undefined ? [] : wrapName(text.name, width, size)
  const site = text.site === undefined ? [] : wrapSite(text.site, width, size)
  const rows = (letters: number) => (letters === 0 ? 0 : Math.ceil(countLetterGroups(letters) / groups))
  const count = Number(text.serial) + rows(text.code) + name.length + site.length + rows(text.scratch ?? 0)
  return { groups, name, site, count }
}

/** Base lines of rows of text whose first row starts at `y`. */
function rowsOf(count: number, { x, y, step, size }: SheetPosition & { step: number; size: number }): TextLine[] {
  return Array.from({ length: count }, (_, row) => ({ x, y: y + row * step + size * 0.95, size }))
}
