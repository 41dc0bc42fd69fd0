import { type CodeKind, formatsOf } from './code-kind.ts'
import type { FrameReader } from './reader-chain.ts'

/** The part of BarcodeDetector that is used; it is not in the types of TypeScript yet. */
type Detector = { detect(frame: ImageBitmap): Promise<{ rawValue: string }[]> }
export type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/**
 * The browser's detector: needs no download and the least energy. A browser may have it without support for some formats.
 */
export async function nativeReader(
  kind: CodeKind,
  Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector,
): Promise<FrameReader | undefined> {
  const supported = Detector ? await Detector.getSupportedFormats() : []
  if (!Detector || !formatsOf[kind].every((format) => supported.includes(format))) return undefined
  const detector = new Detector({ formats: [...formatsOf[kind]] })
  return async (frame) => (await detector.detect(frame)).map(({ rawValue }) => rawValue)
}
