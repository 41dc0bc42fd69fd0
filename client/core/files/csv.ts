import Papa from 'papaparse'
import { escapeCell, needsQuotes } from '#shared/core/spreadsheet-cell.ts'

/**
 * Writes lines for a spreadsheet. Starts with a byte order mark, so that the spreadsheet reads UTF-8. Text that a spreadsheet
 * would run or change is escaped; `readTable` undoes it.
 */
export function writeCsv(lines: readonly (readonly (string | number)[])[]): Blob {
  const cells = lines.map((line) => line.map((cell) => (typeof cell === 'string' ? escapeCell(cell) : cell)))
  const text = Papa.unparse(cells, { quotes: (cell: unknown) => needsQuotes.test(String(cell)) })
  return new Blob(['\ufeff', text, '\r\n'], { type: 'text/csv;charset=utf-8' })
}
