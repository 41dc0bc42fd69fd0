import sharp from 'sharp'
import type { PdfMask } from './pdf.ts'

/** Pixels of a letter's size: 600 dpi for letters of 3 mm. */
const letterPixels = 72
const longest = 60

/** A name that Helvetica has no letters for, drawn with the fonts of this machine. `size`: pixels of its letters. */
export type NamePicture = PdfMask & { size: number }

export async function pictureOfName(name: string): Promise<NamePicture> {
  const short = name.length > longest ? `${name.slice(0, longest - 1)}…` : name
  const { data, info } = await sharp({
    text: { text: escaped(short), font: `sans ${letterPixels}`, dpi: 72, rgba: false },
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const rowBytes = Math.ceil(width / 8)
  const bits = Buffer.alloc(rowBytes * height, 0xff)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! > 127) bits[y * rowBytes + (x >> 3)]! &= ~(0x80 >> (x & 7))
    }
  }
  return { width, height, bits, size: letterPixels }
}

/** Pango reads markup. */
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)
