import type { FileRequest } from '#client/core/text-file/read-in-worker.ts'
import { parseList } from './parse.ts'
import { withRowErrors } from './row-errors.ts'

/** Parses a file in a worker and returns its list, so that 10 MB do not block the page. */
addEventListener('message', async ({ data: { file, options } }: MessageEvent<FileRequest>) => {
  postMessage(withRowErrors(parseList(new Uint8Array(await file.arrayBuffer()), options)))
})
