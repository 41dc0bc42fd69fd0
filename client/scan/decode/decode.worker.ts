import { nativeReader } from './native-reader.ts'
import { type DecodeResult, readerChain } from './reader-chain.ts'
import { scriptReader } from './script-reader.ts'
import { wasmReader } from './wasm-reader.ts'

const read = readerChain([
  { name: 'native', make: () => nativeReader() },
  { name: 'wasm', make: wasmReader },
  { name: 'script', make: scriptReader },
])

export type WorkerResult = DecodeResult | { failed: string }

/** Decodes images one at a time and returns the texts of their codes. */
addEventListener('message', async ({ data: frame }: MessageEvent<ImageBitmap>) => {
  const result: WorkerResult = await read(frame).catch((error) => ({ failed: String(error) }))
  frame.close()
  postMessage(result)
})
