import { type FileReadOptions, readInWorker } from '#client/core/text-file/read-in-worker.ts'
import type { parseUsers } from './read-users.ts'

/** Parses a file of users in a worker. */
export function readUserFile(file: File, options?: FileReadOptions): Promise<ReturnType<typeof parseUsers>> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  return readInWorker(worker, file, options)
}
