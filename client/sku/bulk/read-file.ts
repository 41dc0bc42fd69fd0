import { type FileReadOptions, readInWorker } from '#client/core/text-file/read-in-worker.ts'
import type { Table, UnreadTable } from '#client/core/text-file/read-table.ts'

/** Parses a file of products in a worker. */
export function readFile(file: File, options?: FileReadOptions): Promise<Table<string> | UnreadTable<string>> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  return readInWorker(worker, file, options)
}
