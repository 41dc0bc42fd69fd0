import binary from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { FrameReader } from './reader-chain.ts'

/** ZXing in C++. Its binary is served from our own origin, in the version that its JavaScript expects. */
export async function wasmReader(): Promise<FrameReader | undefined> {
  if (typeof WebAssembly === 'undefined') return undefined
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  await prepareZXingModule({ overrides: { locateFile: () => binary }, fireImmediately: true })
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (frame) => (await detector.detect(frame)).map(({ rawValue }) => rawValue)
}
