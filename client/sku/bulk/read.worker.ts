import { readCsv } from '#client/core/files/csv.ts'
import { isSheetHeading, parseProductSheet } from '#shared/sku/product-sheet.ts'

/** Parses a file in a worker and returns its rows, so that the page is not blocked. */
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(parseProductSheet(readCsv(new Uint8Array(await data.arrayBuffer()), isSheetHeading)))
})
