import type { DecodeOptions } from '#client/core/text-file/decode-text.ts'
import { readTable, type Table, type TableColumns, type UnreadTable } from '#client/core/text-file/read-table.ts'
import { requiredColumns, sheetColumns } from '#shared/sku/product-sheet.ts'
import { skuText } from '#shared/sku/text.ts'

/** The headings of a product list: those of the template, and those of the list that is exported. */
const columns: TableColumns<string> = {
  headings: {
    ...Object.fromEntries(sheetColumns.map((column) => [column, [column]])),
    Name: ['Name', skuText.enUS.name, skuText.ruRU.name],
    SKU: ['SKU', skuText.enUS.sku, skuText.ruRU.sku],
    Trademark: ['Trademark', skuText.enUS.brand, skuText.ruRU.brand],
  },
  required: requiredColumns,
}

export const parseProducts = (bytes: Uint8Array, options: DecodeOptions): Table<string> | UnreadTable<string> =>
  readTable(bytes, columns, options)
