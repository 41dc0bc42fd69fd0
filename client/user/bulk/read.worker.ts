import type { FileRequest } from '#client/core/text-file/read-in-worker.ts'
import { parseUsers } from './read-users.ts'

/** Parses a file of users in a worker and returns its rows, so that the page is not blocked. */
addEventListener('message', async ({ data: { file, options } }: MessageEvent<FileRequest>) => {
  postMessage(parseUsers(new Uint8Array(await file.arrayBuffer()), options))
})
