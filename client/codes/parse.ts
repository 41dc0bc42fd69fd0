import { isEmptyRow, readCsv } from '#client/core/files/csv.ts'

/** One row of the file, with its row number in a spreadsheet, so that users find it. */
export type ListRow = { row: number; code: string }
export type ParsedList =
  | { kind: 'list'; rows: ListRow[] /** Numbers of rows that contain text but no code. */; blank: number[] }
  | { kind: 'noColumn'; columns: string[] }
  | { kind: 'empty' }

const columnName = 'codes'

/**
 * Parses a list of codes as print shops and spreadsheets save it: any usual separator, UTF-8, UTF-16 or Windows-1251.
 */
export function parseList(bytes: Uint8Array): ParsedList {
  const data = readCsv(bytes, (cells) => columnIndex(cells) >= 0)
  const headAt = data.findIndex((cells) => !isEmptyRow(cells))
  const head = data[headAt]
  if (!head) return { kind: 'empty' }
  const at = columnIndex(head)
  if (at < 0) return { kind: 'noColumn', columns: head.map((cell) => cell.trim()).filter((cell) => cell !== '') }
  const rows: ListRow[] = []
  const blank: number[] = []
  for (const [index, cells] of data.entries()) {
    if (index <= headAt || isEmptyRow(cells)) continue
    const code = cells[at]?.trim() ?? ''
    if (code === '') blank.push(index + 1)
    else rows.push({ row: index + 1, code })
  }
  return rows.length === 0 && blank.length === 0 ? { kind: 'empty' } : { kind: 'list', rows, blank }
}

const columnIndex = (head: readonly string[]) => head.findIndex((cell) => cell.trim().toLowerCase() === columnName)
