import type { Sheet } from '#shared/sku/sheet.ts'

/** Reads a file of products in a thread of its own, which ends with it. */
export function readFile(file: File): Promise<Sheet> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Sheet>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Sheet>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message || 'The file could not be read'))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
