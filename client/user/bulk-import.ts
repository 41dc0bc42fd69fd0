import { isEmptyRow, readCsv, writeCsv } from '#client/core/files/csv.ts'
import { UserInput } from '#shared/user/contract.ts'

const bulkColumns = ['name', 'role', 'email', 'businessName', 'password'] as const
type BulkColumn = (typeof bulkColumns)[number]

/** `row` is the row number in a spreadsheet, so that users find it. */
export type BulkRow = { row: number; cells: Record<BulkColumn, string> }
type BulkFile = { kind: 'rows'; rows: BulkRow[] } | { kind: 'missingColumns' } | { kind: 'emptyFile' }

const columnIndexOf = (head: readonly string[], column: BulkColumn) =>
  head.findIndex((cell) => cell.trim().toLowerCase() === column.toLowerCase())
const isHeader = (cells: readonly string[]) => bulkColumns.every((column) => columnIndexOf(cells, column) >= 0)

export function parseUsers(bytes: Uint8Array): BulkFile {
  const table = readCsv(bytes, isHeader)
  const headAt = table.findIndex((cells) => !isEmptyRow(cells))
  const head = table[headAt]
  if (!head) return { kind: 'emptyFile' }
  if (!isHeader(head)) return { kind: 'missingColumns' }
  const rows = table.flatMap((cells, index) => {
    if (index <= headAt || isEmptyRow(cells)) return []
    const named = bulkColumns.map((column) => [column, cells[columnIndexOf(head, column)]?.trim() ?? ''] as const)
    return [{ row: index + 1, cells: Object.fromEntries(named) as BulkRow['cells'] }]
  })
  return rows.length > 0 ? { kind: 'rows', rows } : { kind: 'emptyFile' }
}

export function usersCsv(rows: readonly BulkRow[]): Blob {
  return writeCsv([bulkColumns, ...rows.map(({ cells }) => bulkColumns.map((column) => cells[column]))])
}

export type BulkResult = { added: number; failed?: { row: number; message: string } }
type AddUserCalls = {
  add: (input: UserInput) => Promise<unknown>
  /** The text for an error of `add`. */
  errorText: (error: unknown) => string
  /** The text for an invalid cell of this column, because the message of the rule itself is in English. */
  cellErrorText: (column: string, rule: string) => string
  onAdded: (count: number) => void
  /** Called before each row. */
  isCancelled?: () => boolean
}

/** Adds rows in order and stops at the first failure, or when the dialog is closed. Earlier rows stay added. */
export async function addUsers(rows: readonly BulkRow[], ways: AddUserCalls): Promise<BulkResult> {
  for (const [added, { row, cells }] of rows.entries()) {
    if (ways.isCancelled?.()) return { added }
    const input = UserInput.safeParse({ ...cells, role: cells.role.toLowerCase() })
    if (!input.success) {
      const { path, message } = input.error.issues[0]!
      return { added, failed: { row, message: ways.cellErrorText(path.join('.'), message) } }
    }
    try {
      await ways.add(input.data)
    } catch (error) {
      return { added, failed: { row, message: ways.errorText(error) } }
    }
    ways.onAdded(added + 1)
  }
  return { added: rows.length }
}
