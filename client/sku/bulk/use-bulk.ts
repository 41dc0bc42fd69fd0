import { useState } from 'react'
import { showError } from '#client/core/http/errors.ts'
import { call, refresh } from '#client/core/http/query-client.ts'
import type { FileReadOptions } from '#client/core/text-file/read-in-worker.ts'
import type { TableNotes, UnreadTable } from '#client/core/text-file/read-table.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { type BulkSku, skuBulkContract } from '#shared/sku/bulk-contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import type { CellError, SheetRow } from '#shared/sku/product-sheet.ts'
import { dryRun } from './dry-run.ts'
import { readFile } from './read-file.ts'

export type SheetRejection =
  | UnreadTable<string>
  | { kind: 'unreadable' }
  | { kind: 'tooMany'; name: string; count: number }

type NamedFile = { file: File; name: string; rows: readonly SheetRow[]; notes: TableNotes }
export type CheckedFile = { step: 'checked'; inputs: BulkSku[]; errors: readonly CellError[] } & NamedFile
export type BulkState =
  | { step: 'none' }
  | { step: 'rejected'; file: File; rejection: SheetRejection }
  | { step: 'reading'; name: string }
  | ({ step: 'checking' | 'adding' } & NamedFile)
  | CheckedFile
  | { step: 'added'; name: string; count: number; importId: string }

/** State of a file of products: parsed, checked, corrected, added. */
export function useBulk() {
  const [state, setState] = useState<BulkState>({ step: 'none' })

  /** @param before the previous result, shown with the current cells when the server is unreachable */
  const check = async (named: NamedFile, before?: CheckedFile) => {
    setState({ step: 'checking', ...named })
    try {
      const checkRows = async (body: BulkSku[]) => (await call(skuBulkContract.check, { body })).errors
      setState({ step: 'checked', ...named, ...(await dryRun(named.rows, checkRows)) })
    } catch (error) {
      showError(error)
      setState(before ? { ...before, ...named, errors: withCells(before.errors, named.rows) } : { step: 'none' })
    }
  }

  /** Reads and checks a file, or with `isAsked` offers the ways to read it. */
  const take = async (file: File, options?: FileReadOptions) => {
    const { name } = file
    setState({ step: 'reading', name })
    const sheet = await readFile(file, options).catch(() => ({ kind: 'unreadable' as const }))
    if (sheet.kind !== 'table') setState({ step: 'rejected', file, rejection: sheet })
    else if (sheet.rows.length > limits.bulkSkus) {
      setState({ step: 'rejected', file, rejection: { kind: 'tooMany', name, count: sheet.rows.length } })
    } else await check({ file, name, rows: sheet.rows, notes: sheet.notes })
  }

  const add = async (checked: CheckedFile) => {
    const { file, name, rows, notes, inputs } = checked
    setState({ step: 'adding', file, name, rows, notes })
    try {
      const { created, import: importId } = await call(skuBulkContract.add, { query: { name }, body: inputs })
      setState({ step: 'added', name, count: created, importId })
      await refresh(skuContract.list, skuBulkContract.imports)
    } catch (error) {
      showError(error)
      // Another user may have taken a SKU meanwhile; the next check reports it.
      await check({ file, name, rows, notes }, checked)
    }
  }

  return { state, take, check, add, clear: () => setState({ step: 'none' }) }
}
export type Bulk = ReturnType<typeof useBulk>

function withCells(errors: readonly CellError[], rows: readonly SheetRow[]): CellError[] {
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]))
  return errors.map((error) => ({ ...error, value: cellsOf.get(error.row)?.[error.column] ?? error.value }))
}

type Edit = { row: number; column: string; text: string }
/** Cells that were corrected, by row and column. */
export type Edits = ReadonlyMap<string, Edit>
export const editKey = ({ row, column }: Pick<Edit, 'row' | 'column'>) => `${row} ${column}`

export function withEdits(rows: readonly SheetRow[], edits: Edits): SheetRow[] {
  const byRow = Map.groupBy(edits.values(), ({ row }) => row)
  return rows.map((one) => {
    const edited = byRow.get(one.row) ?? []
    const cells = { ...one.cells, ...Object.fromEntries(edited.map(({ column, text }) => [column, text.trim()])) }
    // Text that a person wrote in place of a damaged cell is right.
    const isMended = edited.some(({ column }) => column === one.problem?.column)
    return isMended ? { row: one.row, cells } : { ...one, cells }
  })
}
