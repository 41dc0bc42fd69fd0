import type { CodeKind } from './code-kind.ts'
import type { WorkerResult, WorkerTask } from './decode.worker.ts'
import type { DecodeResult } from './reader-chain.ts'

type Decoder = {
  /** Decodes one image at a time. The image is transferred, so the caller can no longer use it. */
  read(frame: ImageBitmap): Promise<DecodeResult>
  close(): void
}

/** Decodes images in a worker, so that the page stays responsive. */
export function openDecoder(kind: CodeKind): Decoder {
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' })
  return {
    read: (frame) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<WorkerResult>) =>
          'failed' in data ? reject(new Error(data.failed)) : resolve(data)
        worker.onerror = (event) => reject(new Error(event.message || 'The reader could not be loaded'))
        worker.postMessage({ frame, kind } satisfies WorkerTask, [frame])
      }),
    close: () => worker.terminate(),
  }
}
