import type { PixelSize } from './png-chunks.ts'

/** Images, tiles, thumbnails and masks of one file. A phone writes up to about a hundred tiles, all with the same size. */
const maxSizes = 64
/** The boxes on the way to the sizes, with the bytes between their header and their content. */
const containers: Record<string, number> = { meta: 4, iprp: 0, ipco: 0 }
/** Containers within each other in a file of the standard: all three. */
const maxDepth = Object.keys(containers).length

/**
 * The size of the largest image in a HEIF file (HEIC, AVIF) by its `ispe` boxes (ISO/IEC 23008-12). Returns undefined if it
 * has none, too many, or boxes that overlap.
 */
export function readHeif(bytes: Buffer): (PixelSize & { content: Buffer }) | undefined {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined
  const sizes: PixelSize[] = []
  if (!readBoxes(bytes, sizes) || sizes.length === 0) return undefined
  const largest = sizes.reduce((one, other) => (other.width * other.height > one.width * one.height ? other : one))
  return { ...largest, content: bytes }
}

/** Appends the sizes; false if the boxes are not well formed, or nested too deeply for the call stack. */
function readBoxes(bytes: Buffer, sizes: PixelSize[], depth = 0): boolean {
  if (depth > maxDepth) return false
  for (let at = 0; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const short = bytes.readUInt32BE(at)
    // 1: the length follows in 8 bytes. 0: up to the end of the file.
    const head = short === 1 ? 16 : 8
    if (at + head > bytes.length) return false
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short
    if (length < head || at + length > bytes.length) return false
    const inside = bytes.subarray(at + head, at + length)
    const skipped = containers[type]
    if (skipped !== undefined && !readBoxes(inside.subarray(skipped), sizes, depth + 1)) return false
    if (type === 'ispe') {
      if (inside.length < 12 || sizes.length === maxSizes) return false
      sizes.push({ width: inside.readUInt32BE(4), height: inside.readUInt32BE(8) })
    }
    at += length
  }
  return true
}
