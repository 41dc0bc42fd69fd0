import type { FileRequest } from '#client/core/text-file/read-in-worker.ts'
import { readTable } from '#client/core/text-file/read-table.ts'
import { productColumns } from './product-columns.ts'

/** Parses a file in a worker and returns its rows, so that the page is not blocked. */
addEventListener('message', async ({ data: { file, options } }: MessageEvent<FileRequest>) => {
  postMessage(readTable(new Uint8Array(await file.arrayBuffer()), productColumns, options))
})
