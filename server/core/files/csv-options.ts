import type { Options } from 'csv-stringify'
import { escapeCell, escapeFormula, needsQuotes } from '#shared/core/spreadsheet-cell.ts'

/** How every export is written: for spreadsheets of Windows, and with text escaped that a spreadsheet would run or change. */
export const csvOptions: Options = {
  cast: { string: escapeCell },
  quoted_match: needsQuotes,
  record_delimiter: 'windows',
}

/** A cell of a file from which labels are printed, written without the library: it has a million lines. */
export function printedCell(text: string): string {
  const cell = escapeFormula(text)
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
