import { writeCsv } from '#client/core/files/csv.ts'
import { saveBlob } from '#client/core/files/save-file.ts'
import { type CellError, type SheetRow, sheetColumns } from '#shared/sku/product-sheet.ts'

const example: Readonly<Record<string, string>> = {
  Name: 'Black Tea 100 g',
  SKU: 'BT-100',
  GTIN: '9506000134352',
  Custom_Field_Key_1: 'Origin',
  Custom_Field_Value_1: 'Cameron Highlands',
}

/** The template with one example row; `trademark` is one of the merchant's own. */
export function saveTemplate(trademark: string): void {
  const row = sheetColumns.map((column) => (column === 'Trademark' ? trademark : (example[column] ?? '')))
  saveBlob(writeCsv([sheetColumns, row]), 'sku-template.csv')
}

/**
 * The invalid rows in the columns of the template, with an additional column for the errors. The corrected file can be
 * uploaded again.
 */
export function errorLines(
  rows: readonly SheetRow[],
  errors: readonly CellError[],
  { heading, wordsOf }: { heading: string; wordsOf: (error: CellError) => string },
): string[][] {
  const byRow = Map.groupBy(errors, ({ row }) => row)
  const lines = rows.flatMap(({ row, cells }) => {
    const found = byRow.get(row)
    return found ? [[...sheetColumns.map((column) => cells[column] ?? ''), found.map(wordsOf).join(' | ')]] : []
  })
  return [[...sheetColumns, heading], ...lines]
}
