import type { BulkError, BulkSku } from '#shared/sku/bulk-contract.ts'
import { type CellError, cellErrorOf, parseProductRow, type SheetRow } from '#shared/sku/product-sheet.ts'

/** Returns the errors that the server finds in a list. */
type CheckRows = (list: BulkSku[]) => Promise<readonly BulkError[]>
type DryRunResult = { inputs: BulkSku[]; errors: CellError[] }

/** All errors of the rows, in their order, and the inputs of the rows without errors. */
export async function dryRun(rows: readonly SheetRow[], checkRows: CheckRows): Promise<DryRunResult> {
  const read = rows.map((row) => ({ row, ...parseProductRow(row) }))
  const sent = read.flatMap((one) => (one.input ? [{ ...one, input: one.input }] : []))
  const serverErrors = sent.length > 0 ? await checkRows(sent.map(({ input }) => input)) : []
  const found = serverErrors.map((error) => {
    const { row, ...rest } = sent[error.row - 1]!
    return cellErrorOf(row, rest, error)
  })
  const errors = [...read.flatMap(({ errors }) => errors), ...found].sort((a, b) => a.row - b.row)
  const bad = new Set(errors.map(({ row }) => row))
  return { inputs: sent.filter(({ row }) => !bad.has(row.row)).map(({ input }) => input), errors }
}
