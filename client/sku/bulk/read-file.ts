import { requestFromWorker } from '#client/core/async/request-from-worker.ts'
import type { ProductSheet } from '#shared/sku/product-sheet.ts'

/** Parses a file of products in a worker, which is terminated afterwards. */
export function readFile(file: File): Promise<ProductSheet> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  return requestFromWorker<ProductSheet>(worker, file).finally(() => worker.terminate())
}
