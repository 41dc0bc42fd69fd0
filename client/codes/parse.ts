import type { DecodeOptions } from '#client/core/text-file/decode-text.ts'
import { readTable, type TableNotes, type UnreadTable } from '#client/core/text-file/read-table.ts'
import type { RowError } from './bad-rows.ts'

/** One row of the file, with its row number in a spreadsheet, so that users find it. */
export type ListRow = { row: number; code: string }
export type ParsedList =
  | {
      kind: 'list'
      rows: ListRow[]
      /** Rows that cannot be sent: without a code, or damaged. */
      unsendable: RowError[]
      notes: TableNotes
    }
  | UnreadTable<'Codes'>

/** A file with a column of codes and one of serials is read by its codes. */
const serialColumns = {
  headings: {
    Codes: [
      'Own Serial',
      'Own Serials',
      'Serial',
      'Serial Number',
      'Serial Numbers',
      'Собственный номер',
      'Серийный номер',
    ],
  },
  required: ['Codes'],
} as const
const columns = { headings: { Codes: ['Codes', 'Code', 'Коды', 'Код'] }, required: ['Codes'] } as const

/** Parses a list of codes as print shops and spreadsheets save it. Every row of the file is in one of the two lists. */
export function parseList(bytes: Uint8Array, options: DecodeOptions): ParsedList {
  const byCodes = readTable<'Codes'>(bytes, columns, options)
  const table =
    byCodes.kind === 'noColumns' ? orElse(readTable<'Codes'>(bytes, serialColumns, options), byCodes) : byCodes
  if (table.kind !== 'table') return table
  const rows: ListRow[] = []
  const unsendable: RowError[] = []
  for (const { row, cells, problem } of table.rows) {
    const code = cells.Codes
    if (problem) unsendable.push({ row, code, problem: problem.kind })
    else if (code === '') unsendable.push({ row, code, problem: 'blank' })
    else rows.push({ row, code })
  }
  return { kind: 'list', rows, unsendable, notes: table.notes }
}

/** A file without either column lacks the codes. */
const orElse = (table: ReturnType<typeof readTable<'Codes'>>, other: UnreadTable<'Codes'>) =>
  table.kind === 'noColumns' ? other : table
