import type { FileRequest } from '#client/core/text-file/read-in-worker.ts'
import { readSerials } from './read-serials.ts'

/** Reads a file in a worker, so that a million rows do not block the page. */
addEventListener('message', async ({ data: { file, options } }: MessageEvent<FileRequest>) => {
  postMessage(readSerials(new Uint8Array(await file.arrayBuffer()), options))
})
