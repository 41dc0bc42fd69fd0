import type { LabelText } from './label-text.ts'
import { largestCode, type Placement, placeLabel, type Size } from './layout.ts'

/** Converts millimetres to printer dots. 203 dpi printers have 8 dots per millimetre. */
export function mmToDots(mm: number, dpi: number): number {
  return mm * (dpi === 203 ? 8 : dpi / 25.4)
}

/** The largest magnification of ^BQ. */
const maxMagnification = 10
/** Dots by which printers draw a ^BQ below its origin. */
const drop = 10

/**
 * Positions a code on a label of a printer, whose modules are whole dots: the code is as large as whole dots allow, and
 * stays clear of the text below it despite the printer's offset. Returns undefined when not even modules of one dot
 * fit.
 */
export function placeOnPrinter(
  label: Size,
  modules: number,
  text: LabelText,
  { dpi, wanted }: { dpi: number; wanted?: number | undefined },
): Placement | undefined {
  const dot = 1 / mmToDots(1, dpi)
  const room = { width: label.width, height: label.height - drop * dot }
  const largest = largestCode(room, modules, text)
  const side = wanted ?? largest
  if (side > largest + dot) return undefined
  const magnification = Math.min(maxMagnification, Math.floor(side / modules / dot + 0.001))
  if (magnification < 1) return undefined
  const placement = placeLabel(room, modules, text, magnification * modules * dot)
  if (!placement || placement.align === 'start') return placement
  return { ...placement, lines: placement.lines.map((line) => ({ ...line, y: line.y + drop * dot })) }
}
