import type { FileRequest } from '#client/core/text-file/read-in-worker.ts'
import { parseProducts } from './read-products.ts'

/** Parses a file of products in a worker and returns its rows, so that the page is not blocked. */
addEventListener('message', async ({ data: { file, options } }: MessageEvent<FileRequest>) => {
  postMessage(parseProducts(new Uint8Array(await file.arrayBuffer()), options))
})
