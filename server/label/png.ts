import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import { quietModules } from '#shared/label/layout.ts'
import type { QrSymbol } from './symbol.ts'

const deflated = promisify(deflate)
const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** What office and label printers resolve, in dots per inch. */
const printDpi = 600

/** Whole pixels of a module, so that every module is as wide as the others. */
export function pixelsOfModule(side: number, modules: number): number {
  return Math.max(1, Math.round((side / modules) * (printDpi / 25.4)))
}

/** A code with its quiet zone as PNG, black and white, one bit a pixel. `side`: of the code in mm, said to printers. */
export async function pngOf({ modules, dark }: QrSymbol, side: number): Promise<Buffer> {
  const scale = pixelsOfModule(side, modules)
  const pixels = (modules + 2 * quietModules) * scale
  const rowBytes = Math.ceil(pixels / 8)
  const rows: Buffer[] = []
  for (let y = -quietModules; y < modules + quietModules; y++) {
    // Each row begins with its filter: none. 1 is white.
    const row = Buffer.alloc(1 + rowBytes, 0xff)
    row[0] = 0
    for (let x = 0; x < modules * scale && y >= 0 && y < modules; x++) {
      const at = quietModules * scale + x
      if (dark[y * modules + Math.floor(x / scale)] === 1) row[1 + (at >> 3)]! &= ~(0x80 >> (at & 7))
    }
    for (let times = 0; times < scale; times++) rows.push(row)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(pixels, 4)
  header[8] = 1
  const density = Buffer.alloc(9)
  const perMetre = Math.round((modules * scale * 1000) / side)
  density.writeUInt32BE(perMetre, 0)
  density.writeUInt32BE(perMetre, 4)
  density[8] = 1
  const picture = await deflated(Buffer.concat(rows))
  const end = Buffer.alloc(0)
  const chunks = [chunk('IHDR', header), chunk('pHYs', density), chunk('IDAT', picture), chunk('IEND', end)]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, sum])
}
