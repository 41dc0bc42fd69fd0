import { writeCsv } from '#client/core/files/csv.ts'
import type { DecodeOptions } from '#client/core/text-file/decode-text.ts'
import {
  readTable,
  type SheetLine,
  type Table,
  type TableColumns,
  type UnreadTable,
} from '#client/core/text-file/read-table.ts'

const bulkColumns = ['name', 'role', 'email', 'businessName', 'password'] as const
type BulkColumn = (typeof bulkColumns)[number]
/** `row` is the row number in a spreadsheet, so that users find it. */
export type BulkRow = SheetLine<BulkColumn>

const columns: TableColumns<BulkColumn> = {
  headings: {
    name: ['name', 'имя'],
    role: ['role', 'роль'],
    email: ['email', 'e-mail', 'электронная почта', 'почта'],
    businessName: ['businessName', 'business', 'компания', 'название компании'],
    password: ['password', 'пароль'],
  },
  required: bulkColumns,
}

export const parseUsers = (bytes: Uint8Array, options: DecodeOptions): Table<BulkColumn> | UnreadTable<BulkColumn> =>
  readTable(bytes, columns, options)

export function usersCsv(rows: readonly BulkRow[]): Blob {
  return writeCsv([bulkColumns, ...rows.map(({ cells }) => bulkColumns.map((column) => cells[column]))])
}
