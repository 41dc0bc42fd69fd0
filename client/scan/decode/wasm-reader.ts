import binary from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { type CodeKind, formatsOf } from './code-kind.ts'
import type { FrameReader } from './reader-chain.ts'

/** ZXing in C++. Its binary is served from our own origin, in the version that its JavaScript expects. */
export async function wasmReader(kind: CodeKind): Promise<FrameReader | undefined> {
  if (typeof WebAssembly === 'undefined') return undefined
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  await prepareZXingModule({ overrides: { locateFile: () => binary }, fireImmediately: true })
  const detector = new BarcodeDetector({ formats: [...formatsOf[kind]] })
  return async (frame) => (await detector.detect(frame)).map(({ rawValue }) => rawValue)
}
