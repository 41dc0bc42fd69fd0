import { isEmptyRow, readCsv, writeCsv } from '#client/core/csv.ts'
import { UserDraft } from '#shared/user/contract.ts'

export const bulkColumns = ['name', 'role', 'email', 'businessName', 'password'] as const
type BulkColumn = (typeof bulkColumns)[number]

/** `row` as a spreadsheet numbers it, so that people find it. */
export type BulkRow = { row: number; cells: Record<BulkColumn, string> }
export type BulkFile = { kind: 'rows'; rows: BulkRow[] } | { kind: 'missingColumns' } | { kind: 'emptyFile' }

const placeOf = (head: readonly string[], column: BulkColumn) =>
  head.findIndex((cell) => cell.trim().toLowerCase() === column.toLowerCase())
const isHead = (cells: readonly string[]) => bulkColumns.every((column) => placeOf(cells, column) >= 0)

export function readUsers(bytes: Uint8Array): BulkFile {
  const table = readCsv(bytes, isHead)
  const headAt = table.findIndex((cells) => !isEmptyRow(cells))
  const head = table[headAt]
  if (!head) return { kind: 'emptyFile' }
  if (!isHead(head)) return { kind: 'missingColumns' }
  const rows = table.flatMap((cells, index) => {
    if (index <= headAt || isEmptyRow(cells)) return []
    const named = bulkColumns.map((column) => [column, cells[placeOf(head, column)]?.trim() ?? ''] as const)
    return [{ row: index + 1, cells: Object.fromEntries(named) as BulkRow['cells'] }]
  })
  return rows.length > 0 ? { kind: 'rows', rows } : { kind: 'emptyFile' }
}

export function writeUsers(rows: readonly BulkRow[]): Blob {
  return writeCsv([bulkColumns, ...rows.map(({ cells }) => bulkColumns.map((column) => cells[column]))])
}

export type BulkOutcome = { added: number; failed?: { row: number; message: string } }
type Ways = {
  add: (draft: UserDraft) => Promise<unknown>
  /** The words for what `add` threw. */
  wordsOf: (error: unknown) => string
  /** The words for a cell of this column that breaks a rule, which is worded in English. */
  wordsOfCell: (column: string, rule: string) => string
  onAdded: (count: number) => void
  /** Asked before each row. */
  isLeft?: () => boolean
}

/** Adds row after row and stops at the first that fails, or when somebody leaves: those before it are added, none after it. */
export async function addUsers(rows: readonly BulkRow[], ways: Ways): Promise<BulkOutcome> {
  for (const [added, { row, cells }] of rows.entries()) {
    if (ways.isLeft?.()) return { added }
    const draft = UserDraft.safeParse({ ...cells, role: cells.role.toLowerCase() })
    if (!draft.success) {
      const { path, message } = draft.error.issues[0]!
      return { added, failed: { row, message: ways.wordsOfCell(path.join('.'), message) } }
    }
    try {
      await ways.add(draft.data)
    } catch (error) {
      return { added, failed: { row, message: ways.wordsOf(error) } }
    }
    ways.onAdded(added + 1)
  }
  return { added: rows.length }
}
