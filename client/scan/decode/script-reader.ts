import type { FrameReader } from './reader-chain.ts'

/** ZXing in JavaScript, for browsers whose owner or policy turned WebAssembly off. It reads large, clean codes. */
export async function scriptReader(): Promise<FrameReader | undefined> {
  if (typeof OffscreenCanvas === 'undefined') return undefined
  const { BrowserQRCodeReader } = await import('@zxing/browser')
  const reader = new BrowserQRCodeReader()
  return async (frame) => {
    const canvas = new OffscreenCanvas(frame.width, frame.height)
    canvas.getContext('2d', { willReadFrequently: true })!.drawImage(frame, 0, 0)
    try {
      // It takes the context and the size of the canvas, which both kinds of canvas have.
      return [reader.decodeFromCanvas(canvas as unknown as HTMLCanvasElement).getText()]
    } catch {
      // How it says that a picture holds no readable code.
      return []
    }
  }
}
