import { requestFromWorker } from '#client/core/async/request-from-worker.ts'
import type { CheckedCodeList } from './row-errors.ts'

/** Parses a list in a worker, which is terminated afterwards. */
export function readList(file: File): Promise<CheckedCodeList> {
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' })
  return requestFromWorker<CheckedCodeList>(worker, file).finally(() => worker.terminate())
}
