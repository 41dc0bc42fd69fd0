import { type FileReadOptions, readInWorker } from '#client/core/text-file/read-in-worker.ts'
import type { CheckedCodeList } from './row-errors.ts'

/** Parses a list in a worker. */
export function readList(file: File, options?: FileReadOptions): Promise<CheckedCodeList> {
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' })
  return readInWorker(worker, file, options)
}
