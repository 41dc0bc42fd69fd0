import { papers, type Sheet } from './sheets.ts'

// Positions on sheets and labels. All lengths are mm from the upper left corner.

/** White modules that readers require on each side of a code (ISO/IEC 18004). */
export const quietModules = 4
/** Narrower modules (mm) are not readable from every office printer with every phone camera. */
export const smallModule = 0.33

export type Size = { width: number; height: number }
export type SheetPosition = { x: number; y: number }

export const slotsOf = ({ columns, rows }: Sheet): number => columns * rows

/** The corner of a label. `index` counts from 0 along the rows. */
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
}

/** Letter sizes of a label in mm: 6 to 9 points. */
const textSizes = { least: 2.1, most: 3.2 }
const lineStep = 1.3
/** Smallest width of a text column beside a code: a serial number of seven digits. */
const columnWidth = 12
const textMargin = 1

/** The largest code that fits on a label with its lines of text. */
export function largestCode(label: Size, modules: number, lines: number): number {
  return Math.max(...arrangements(label, lines).map(({ room }) => room)) * (modules / (modules + 2 * quietModules))
}

/**
 * Positions a code and its lines of text on a label. The text is below or beside the code, whichever leaves more room
 * for the code. Returns undefined when a code of the wanted size does not fit with its quiet zone.
 */
export function placeLabel(label: Size, modules: number, lines: number, wanted?: number): Placement | undefined {
  const side = wanted ?? largestCode(label, modules, lines)
  const module = side / modules
  const margin = quietModules * module
  const room = side + 2 * margin
  const best = arrangements(label, lines).reduce((a, b) => (b.room > a.room + tolerance ? b : a))
  if (!(side > 0) || room > best.room + tolerance) return undefined
  const { step, size, under } = best
  const textHeight = lines * step
  if (under) {
    const top = (label.height - room - textHeight) / 2
    return {
      ...{ module, side, align: 'middle', lineWidth: label.width - 2 * textMargin },
      code: { x: (label.width - side) / 2, y: top + margin },
      lines: rowsOf(lines, { x: label.width / 2, y: top + room, step, size }),
    }
  }
  return {
    ...{ module, side, align: 'start', lineWidth: label.width - room - textMargin },
    code: { x: margin, y: (label.height - side) / 2 },
    lines: rowsOf(lines, { x: room, y: (label.height - textHeight) / 2, step, size }),
  }
}

/** A tolerance of a millionth of a millimetre: sums of lengths are not exact. */
const tolerance = 1e-6

function arrangements(label: Size, lines: number): { room: number; under: boolean; step: number; size: number }[] {
  const size = Math.min(textSizes.most, Math.max(textSizes.least, label.height * 0.08))
  const step = size * lineStep
  const under = { room: Math.min(label.width, label.height - lines * step), under: true, step, size }
  if (lines === 0) return [under]
  return [under, { ...under, room: Math.min(label.height, label.width - columnWidth - textMargin), under: false }]
}

/** Base lines of rows of text whose first row starts at `y`. */
function rowsOf(count: number, { x, y, step, size }: SheetPosition & { step: number; size: number }): TextLine[] {
  return Array.from({ length: count }, (_, row) => ({ x, y: y + row * step + size * 0.95, size }))
}
