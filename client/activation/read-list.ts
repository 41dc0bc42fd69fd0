import type { List } from './parse.ts'

/** Reads a list in a thread of its own, which ends with it. */
export function readList(file: File): Promise<List> {
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<List>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<List>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message || 'The list could not be read'))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
