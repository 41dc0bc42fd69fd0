import { largestCode, type Placement, placeLabel, type Size } from './layout.ts'

/** Dots of a printer in so many millimetres. 203 dpi printers have 8 dots a millimetre. */
export function mmToDots(mm: number, dpi: number): number {
  return mm * (dpi === 203 ? 8 : dpi / 25.4)
}

/** The largest factor that ^BQ takes. */
const mostMagnification = 10
/** Dots that printers put a ^BQ lower than its origin. */
const drop = 10

/**
 * Puts a code on a label of a printer, whose modules are whole dots: the code is as large as its dots allow, wanted or not,
 * and stays clear of the text below it although the printer lets it down. Nothing where not even modules of one dot fit.
 */
export function placeOnPrinter(
  label: Size,
  modules: number,
  lines: number,
  dpi: number,
  wanted?: number,
): Placement | undefined {
  const dot = 1 / mmToDots(1, dpi)
  const room = { width: label.width, height: label.height - drop * dot }
  const most = largestCode(room, modules, lines)
  const side = wanted ?? most
  if (side > most + dot) return undefined
  const magnification = Math.min(mostMagnification, Math.floor(side / modules / dot + 0.001))
  if (magnification < 1) return undefined
  const placed = placeLabel(room, modules, lines, magnification * modules * dot)
  if (!placed || placed.align === 'start') return placed
  return { ...placed, lines: placed.lines.map((line) => ({ ...line, y: line.y + drop * dot })) }
}
