import type { ProductSheet } from '#shared/sku/product-sheet.ts'

/** Parses a file of products in a worker, which is terminated afterwards. */
export function readFile(file: File): Promise<ProductSheet> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ProductSheet>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ProductSheet>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message || 'The file could not be read'))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
