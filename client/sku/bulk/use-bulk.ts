import { useState } from 'react'
import { answerOf, UnansweredError } from '#client/core/async/answer-of.ts'
import { ApiError } from '#client/core/http/api.ts'
import { showError } from '#client/core/http/errors.ts'
import { call, refresh } from '#client/core/http/query-client.ts'
import { useIdempotencyKey } from '#client/core/http/use-idempotency-key.ts'
import { type FileReadOptions, readInWorker } from '#client/core/text-file/read-in-worker.ts'
import type { Table, TableNotes, UnreadTable } from '#client/core/text-file/read-table.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { type BulkSku, skuBulkContract } from '#shared/sku/bulk-contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import type { CellError, SheetRow } from '#shared/sku/product-sheet.ts'
import { dryRun } from './dry-run.ts'

export type SheetRejection =
  | UnreadTable<string>
  | { kind: 'unreadable' }
  | { kind: 'tooMany'; name: string; count: number }

/** `done`: rows of the file that were added before. */
type NamedFile = { file: File; name: string; rows: readonly SheetRow[]; notes: TableNotes; done: number }
export type CheckedFile = { step: 'checked'; inputs: BulkSku[]; errors: readonly CellError[] } & NamedFile
export type BulkState =
  | { step: 'none' }
  | { step: 'rejected'; file: File; rejection: SheetRejection }
  | { step: 'reading'; name: string }
  | ({ step: 'checking' | 'adding' } & NamedFile)
  | CheckedFile
  | ({ step: 'unanswered' } & Omit<CheckedFile, 'step'>)
  | { step: 'added'; name: string; count: number; importId: string; left: CheckedFile | undefined }

/** State of a file of products: parsed, checked, corrected, added. */
export function useBulk() {
  const [state, setState] = useState<BulkState>({ step: 'none' })
  const { keyFor } = useIdempotencyKey()

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
    } else await check({ file, name, rows: sheet.rows, notes: sheet.notes, done: 0 })
  }

  /** Adds the good rows. A list whose answer was lost is sent again with its key, which adds no product twice. */
  const add = async (checked: Omit<CheckedFile, 'step'>) => {
    const { file, name, rows, notes, done, inputs, errors } = checked
    setState({ step: 'adding', file, name, rows, notes, done })
    const idempotencyKey = keyFor({ name, inputs })
    const send = () => call(skuBulkContract.add, { query: { name }, body: inputs, idempotencyKey })
    try {
      const { created, import: importId } = await answerOf(send, isRefusal)
      setState({
        step: 'added',
        name,
        count: created,
        importId,
        left: errors.length > 0 ? badRowsOf(checked) : undefined,
      })
      await refresh(skuContract.list, skuBulkContract.imports)
    } catch (error) {
      if (error instanceof UnansweredError) {
        setState({ ...checked, step: 'unanswered' })
        return
      }
      showError(error)
      // Another user may have taken a SKU meanwhile; the next check reports it.
      await check({ file, name, rows, notes, done }, { ...checked, step: 'checked' })
    }
  }

  const resume = (left: CheckedFile) => setState(left)
  return { state, take, check, add, resume, clear: () => setState({ step: 'none' }) }
}
export type Bulk = ReturnType<typeof useBulk>

const isRefusal = (error: unknown) => error instanceof ApiError && error.code === 'skuBulk.badRows'

/** The rows that were not added. */
function badRowsOf({ rows, errors, ...rest }: Omit<CheckedFile, 'step'>): CheckedFile {
  const bad = new Set(errors.map(({ row }) => row))
  const left = rows.filter(({ row }) => bad.has(row))
  const done = rest.done + rows.length - left.length
  return { ...rest, step: 'checked', rows: left, done, errors, inputs: [] }
}

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

/** Parses a file of products in a worker. */
function readFile(file: File, options?: FileReadOptions): Promise<Table<string> | UnreadTable<string>> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  return readInWorker(worker, file, options)
}
