import type { PixelSize } from './png-chunks.ts'

/** Decoding each scan processes the whole image. Cameras and encoders write one to about ten scans. */
const maxScans = 32

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, frameFirst: 0xc0, frameLast: 0xcf }
/** Table markers within the range of the frame markers. */
const noFrame = new Set([0xc4, 0xc8, 0xcc])
const isAlone = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd7)

/**
 * The size of a JPEG from its header. Returns undefined if it is not a JPEG, or has more scans or frames than an image
 * needs.
 */
export function readJpeg(bytes: Buffer): (PixelSize & { content: Buffer }) | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== marker.start) return undefined
  let size: PixelSize | undefined
  let scans = 0
  for (let at = 2; ; ) {
    // Within a scan, 0xff is followed by 0 or by a standalone marker. Both are skipped.
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) break
    const code = bytes[at + 1]!
    if (code === marker.end) break
    if (code === 0xff) {
      at += 1
      continue
    }
    if (code === 0 || isAlone(code)) {
      at += 2
      continue
    }
    if (at + 4 > bytes.length) break
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return undefined
    if (code >= marker.frameFirst && code <= marker.frameLast && !noFrame.has(code)) {
      if (size || at + 9 > bytes.length) return undefined
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (code === marker.scan && ++scans > maxScans) return undefined
    at += 2 + length
  }
  return size && scans > 0 ? { ...size, content: bytes } : undefined
}
