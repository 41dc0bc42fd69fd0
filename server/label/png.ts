import sharp from 'sharp'
import { quietModules } from '#shared/label/layout.ts'
import type { QrMatrix } from '#shared/label/qr.ts'

/** The resolution of office and label printers, in dots per inch. */
const printDpi = 600

/** Whole pixels per module, so that all modules are equally wide. */
function pixelsOfModule(side: number, modules: number): number {
  return Math.max(1, Math.round((side / modules) * (printDpi / 25.4)))
}

/**
 * A code with its quiet zone as black and white PNG, one bit per pixel. `side`: size of the code in mm, stored for
 * printers.
 */
export async function pngOf({ modules, dark }: QrMatrix, side: number): Promise<Buffer> {
  const scale = pixelsOfModule(side, modules)
  const margin = quietModules * scale
  const light = dark.map((one) => (one === 1 ? 0 : 255))
  return await sharp(light, { raw: { width: modules, height: modules, channels: 1 } })
    .resize(modules * scale, modules * scale, { kernel: 'nearest' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: 'white' })
    .withMetadata({ density: (modules * scale * 25.4) / side })
    .png({ palette: true, colours: 2, dither: 0, effort: 1 })
    .toBuffer()
}
