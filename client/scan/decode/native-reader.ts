import type { FrameReader } from './reader-chain.ts'

/** The part of BarcodeDetector that is used; it is not in the types of TypeScript yet. */
type Detector = { detect(frame: ImageBitmap): Promise<{ rawValue: string }[]> }
export type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

const format = 'qr_code'

/**
 * The browser's detector: needs no download and the least energy. A browser may have it without support for QR codes.
 */
export async function nativeReader(
  Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector,
): Promise<FrameReader | undefined> {
  if (!Detector || !(await Detector.getSupportedFormats()).includes(format)) return undefined
  const detector = new Detector({ formats: [format] })
  return async (frame) => (await detector.detect(frame)).map(({ rawValue }) => rawValue)
}
