import type { ShapeProblem } from '#shared/core/row-problems.ts'
import { unescapeCell } from '#shared/core/spreadsheet-cell.ts'
import { type DecodeOptions, decodeText, type UndecodedFile } from './decode-text.ts'
import type { Encoding } from './encodings.ts'
import { splitRows } from './split-rows.ts'

/** The columns of a list, each with the headings that name it. A list without one of `required` is not read. */
export type TableColumns<Column extends string> = {
  headings: Readonly<Record<Column, readonly string[]>>
  required: readonly Column[]
}

/** `column` is the cell with the problem, if it is one cell. */
type RowProblem<Column extends string> = { kind: ShapeProblem; column?: Column }

/** `row` is the number in a spreadsheet, so that users find it. Every row of the file with text is here, also a bad one. */
export type SheetLine<Column extends string> = {
  row: number
  cells: Record<Column, string>
  problem?: RowProblem<Column>
}

/** How the file was read, for the person to see: rows that are no part of the list, and columns that are not used. */
export type TableNotes = {
  encoding: Encoding
  /** Encodings that are possible but less likely. */
  others: Encoding[]
  titleRows: number
  emptyRows: number
  /** Rows with fewer cells than the heading; the cells that are missing are empty. */
  shortRows: number[]
  unusedColumns: string[]
}

export type Table<Column extends string> = { kind: 'table'; rows: SheetLine<Column>[]; notes: TableNotes }
export type UnreadTable<Column extends string> =
  | UndecodedFile
  | { kind: 'empty' }
  | { kind: 'noColumns'; missing: Column[]; found: string[] }
  | { kind: 'columnTwice'; column: Column; places: string[] }

const delimiters = [',', ';', '\t', '|'] as const
/** The heading is looked for in the first rows; titles above it are left out. */
const headingRows = 30
const headingBytes = 100_000

/**
 * Reads a list from a CSV file of any spreadsheet.
 *
 * @example
 * const bytes = new TextEncoder().encode('Code;Note\nAB12;fragile\n')
 * const columns = { headings: { code: ['Code', 'Codes'] }, required: ['code'] }
 * readTable(bytes, columns, { languages: ['en'] }).rows // => [{ row: 2, cells: { code: 'AB12' } }]
 */
export function readTable<Column extends string>(
  bytes: Uint8Array,
  columns: TableColumns<Column>,
  options: DecodeOptions,
): Table<Column> | UnreadTable<Column> {
  const decoded = decodeText(bytes, options)
  if (decoded.kind !== 'text') return decoded
  const { encoding, others } = decoded
  const { text, skipped } = withoutSeparatorLine(decoded.text)
  if (text.trim() === '') return { kind: 'empty' }
  const heading = findHeading(text, columns)
  const { delimiter, at: headAt, cells: head } = heading
  const missing = columns.required.filter((column) => !heading.columns.includes(column))
  if (missing.length > 0) return { kind: 'noColumns', missing, found: head.map(trimmed).filter((name) => name !== '') }
  const twice = heading.columns.find((column, at) => column !== undefined && heading.columns.indexOf(column) !== at)
  if (twice) {
    const places = heading.columns.flatMap((column, at) => (column === twice ? [columnLetter(at)] : []))
    return { kind: 'columnTwice', column: twice, places }
  }
  const unusedColumns = head.map(trimmed).filter((name, at) => name !== '' && heading.columns[at] === undefined)
  const notes: TableNotes = { encoding, others, titleRows: skipped, emptyRows: 0, shortRows: [], unusedColumns }
  const rows: SheetLine<Column>[] = []
  for (const [index, { cells, isWellFormed }] of splitRows(text, delimiter, head.length).entries()) {
    const row = index + 1 + skipped
    if (index === headAt) continue
    if (isEmptyRow(cells)) notes.emptyRows++
    else if (index < headAt) notes.titleRows++
    else {
      if (cells.length < head.length) notes.shortRows.push(row)
      rows.push(tableRow({ row, cells, isWellFormed }, heading))
    }
  }
  return rows.length === 0 ? { kind: 'empty' } : { kind: 'table', rows, notes }
}

const trimmed = (cell: string) => cell.trim()
const isEmptyRow = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Excel writes and reads a first line that names the separator. It counts as a row of the file. */
function withoutSeparatorLine(text: string): { text: string; skipped: number } {
  const line = /^"?sep=.?"?[,;\t]*(?:\n|$)/i.exec(text)?.[0]
  return line === undefined ? { text, skipped: 0 } : { text: text.slice(line.length), skipped: 1 }
}

type Heading<Column> = { delimiter: string; at: number; cells: string[]; columns: (Column | undefined)[] }

/** The row with the most known headings, by the separator that yields them; otherwise the first row. */
function findHeading<Column extends string>(text: string, { headings }: TableColumns<Column>): Heading<Column> {
  const named = new Map(
    (Object.entries(headings) as [Column, readonly string[]][]).flatMap(([column, names]) =>
      names.map((name) => [plainHeading(name), column] as const),
    ),
  )
  const start = text.slice(0, headingBytes)
  const candidates = delimiters.flatMap((delimiter) =>
    splitRows(start, delimiter)
      .map(({ cells }, at) => ({ delimiter, at, cells }))
      .filter(({ cells }) => !isEmptyRow(cells))
      .slice(0, headingRows)
      .map((row) => ({ ...row, columns: row.cells.map((cell) => named.get(plainHeading(cell))) })),
  )
  const known = ({ columns }: Heading<Column>) => new Set(columns.filter((column) => column !== undefined)).size
  const best = candidates.reduce((one, other) => (known(other) > known(one) ? other : one))
  if (known(best) > 0) return best
  return candidates
    .filter(({ at }) => at === best.at)
    .reduce((one, other) => (other.cells.length > one.cells.length ? other : one))
}

/** Headings count in any case and width, with spaces, dashes or underscores. */
const plainHeading = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}\p{Cf}_*:]+/gu, '')

function tableRow<Column extends string>(
  { row, cells, isWellFormed }: { row: number; cells: readonly string[]; isWellFormed: boolean },
  { cells: head, columns }: Heading<Column>,
): SheetLine<Column> {
  const named = {} as Record<Column, string>
  for (const [at, column] of columns.entries()) if (column) named[column] = unescapeCell((cells[at] ?? '').trim())
  const columnWith = (pattern: RegExp) => columns.find((column) => column !== undefined && pattern.test(named[column]))
  const problem = (kind: ShapeProblem, column?: Column) => ({
    row,
    cells: named,
    problem: { kind, ...(column && { column }) },
  })
  if (cells.every((cell, at) => plainHeading(cell) === plainHeading(head[at] ?? ''))) {
    return problem('repeatedHeading')
  }
  if (!isWellFormed) return problem('quotes', columnWith(/"/))
  if (cells.some((cell, at) => cell.trim() !== '' && (head[at] ?? '').trim() === '')) return problem('moreCells')
  const damaged = columnWith(notText)
  return damaged ? problem('letters', damaged) : { row, cells: named }
}

/** Characters that stand for bytes without a meaning, and control characters other than tabs and line ends. */
const notText = /\ufffd|(?![\t\n])\p{Cc}/u

/** The name of a column in a spreadsheet: A to Z, AA and so on. */
const columnLetter = (at: number): string =>
  (at >= 26 ? columnLetter(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
