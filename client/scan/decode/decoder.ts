import type { WorkerResult } from './decode.worker.ts'
import type { DecodeResult } from './reader-chain.ts'

export type Decoder = {
  /** One picture at a time; it is handed over and gone. */
  read(frame: ImageBitmap): Promise<DecodeResult>
  close(): void
}

/** Reads pictures in a thread of its own, so that the page stays as quick as it was. */
export function openDecoder(): Decoder {
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' })
  return {
    read: (frame) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<WorkerResult>) =>
          'failed' in data ? reject(new Error(data.failed)) : resolve(data)
        worker.onerror = (event) => reject(new Error(event.message || 'The reader could not be loaded'))
        worker.postMessage(frame, [frame])
      }),
    close: () => worker.terminate(),
  }
}
