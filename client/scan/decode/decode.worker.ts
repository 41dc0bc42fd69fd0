import type { CodeKind } from './code-kind.ts'
import { nativeReader } from './native-reader.ts'
import { type DecodeResult, readerChain } from './reader-chain.ts'
import { scriptReader } from './script-reader.ts'
import { wasmReader } from './wasm-reader.ts'

const chainOf = (kind: CodeKind) =>
  readerChain([
    { name: 'native', make: () => nativeReader(kind) },
    { name: 'wasm', make: () => wasmReader(kind) },
    { name: 'script', make: scriptReader },
  ])
let read: ReturnType<typeof readerChain> | undefined

export type WorkerTask = { frame: ImageBitmap; kind: CodeKind }
export type WorkerResult = DecodeResult | { failed: string }

/** Decodes images one at a time and returns the texts of their codes. All images of a worker are read for the same kind. */
addEventListener('message', async ({ data: { frame, kind } }: MessageEvent<WorkerTask>) => {
  read ??= chainOf(kind)
  const result: WorkerResult = await read(frame).catch((error) => ({ failed: String(error) }))
  frame.close()
  postMessage(result)
})
