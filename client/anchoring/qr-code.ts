import { QRCodeDecoderErrorCorrectionLevel, QRCodeEncoder } from '@zxing/library'

/** A QR code as an SVG path with one unit for each module: one rectangle for each run of dark modules. */
export function encodePayment(text: string): { modules: number; path: string } {
  const matrix = QRCodeEncoder.encode(text, QRCodeDecoderErrorCorrectionLevel.M).getMatrix()
  const modules = matrix.getWidth()
  const isDark = (x: number, y: number) => x < modules && matrix.get(x, y) === 1
  let path = ''
  for (let y = 0; y < modules; y++) {
    for (let x = 0; x < modules; x++) {
      if (!isDark(x, y)) continue
      const start = x
      while (isDark(x + 1, y)) x++
      path += `M${start} ${y}h${x - start + 1}v1H${start}z`
    }
  }
  return { modules, path }
}
