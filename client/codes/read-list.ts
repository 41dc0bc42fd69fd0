import type { CheckedCodeList } from './row-errors.ts'

/** Parses a list in a worker, which is terminated afterwards. */
export function readList(file: File): Promise<CheckedCodeList> {
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<CheckedCodeList>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CheckedCodeList>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message || 'The list could not be read'))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
