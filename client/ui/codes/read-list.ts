import type { ReadList } from './faults.ts'

/** Reads a list in a thread of its own, which ends with it. */
export function readList(file: File): Promise<ReadList> {
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ReadList>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadList>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message || 'The list could not be read'))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
