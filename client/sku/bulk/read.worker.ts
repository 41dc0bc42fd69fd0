import { readCsv } from '#client/core/files/csv.ts'
import { isSheetHeading, parseProductSheet } from '#shared/sku/product-sheet.ts'

/** Takes a file, answers its rows, without the screen noticing. */
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(parseProductSheet(readCsv(new Uint8Array(await data.arrayBuffer()), isSheetHeading)))
})
