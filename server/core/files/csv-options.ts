import type { Options } from 'csv-stringify'
import { escapeCell, needsQuotes } from '#shared/core/spreadsheet-cell.ts'

/** How every export is written: for spreadsheets of Windows, and with text escaped that a spreadsheet would run or change. */
export const csvOptions: Options = {
  cast: { string: escapeCell },
  quoted_match: needsQuotes,
  record_delimiter: 'windows',
}
