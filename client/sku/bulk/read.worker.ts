import type { FileRequest } from '#client/core/text-file/read-in-worker.ts'
import { readTable, type TableColumns } from '#client/core/text-file/read-table.ts'
import { requiredColumns, sheetColumns } from '#shared/sku/product-sheet.ts'
import { skuText } from '#shared/sku/text.ts'

/** The headings of a product list: those of the template, and those of the list that is exported. */
export const productColumns: TableColumns<string> = {
  headings: {
    ...Object.fromEntries(sheetColumns.map((column) => [column, [column]])),
    Name: ['Name', skuText.enUS.name, skuText.ruRU.name],
    SKU: ['SKU', skuText.enUS.sku, skuText.ruRU.sku],
    Trademark: ['Trademark', skuText.enUS.brand, skuText.ruRU.brand],
  },
  required: requiredColumns,
}

/** Parses a file in a worker and returns its rows, so that the page is not blocked. */
addEventListener('message', async ({ data: { file, options } }: MessageEvent<FileRequest>) => {
  postMessage(readTable(new Uint8Array(await file.arrayBuffer()), productColumns, options))
})
