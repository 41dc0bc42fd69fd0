import type { FrameReader } from './reader-chain.ts'

/** ZXing in JavaScript, for browsers in which WebAssembly is disabled. It reads only large, clear QR codes. */
export async function scriptReader(): Promise<FrameReader | undefined> {
  if (typeof OffscreenCanvas === 'undefined') return undefined
  const { BrowserQRCodeReader } = await import('@zxing/browser')
  const reader = new BrowserQRCodeReader()
  return async (frame) => {
    const canvas = new OffscreenCanvas(frame.width, frame.height)
    canvas.getContext('2d', { willReadFrequently: true })!.drawImage(frame, 0, 0)
    try {
      // It only needs the context and the size, which both kinds of canvas have.
      return [reader.decodeFromCanvas(canvas as unknown as HTMLCanvasElement).getText()]
    } catch {
      // Thrown when the image contains no readable code.
      return []
    }
  }
}
