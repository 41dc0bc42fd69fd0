import type { PixelSize } from './png-chunks.ts'

/**
 * The size of a WebP image from its header: the canvas of an extended file, otherwise the frame. Returns undefined if it is not a WebP,
 * or if a frame is larger than the canvas.
 */
export function readWebp(bytes: Buffer): (PixelSize & { content: Buffer }) | undefined {
  if (bytes.length < 30 || tag(bytes, 0) !== 'RIFF' || tag(bytes, 8) !== 'WEBP') return undefined
  let canvas: PixelSize | undefined
  for (let at = 12; at + 18 <= bytes.length; ) {
    const type = tag(bytes, at)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + 8)
    const size =
      type === 'VP8X' ? extended(data) : type === 'VP8 ' ? lossy(data) : type === 'VP8L' ? lossless(data) : undefined
    if (type === 'VP8X') canvas = size
    else if (size) return isWithin(size, canvas) ? { ...(canvas ?? size), content: bytes } : undefined
    // An animation: its frames are inside, and the decoder rejects those beyond the canvas.
    else if (type === 'ANMF') return canvas && { ...canvas, content: bytes }
    at += 8 + length + (length % 2)
  }
  return undefined
}

const tag = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)
const isWithin = (size: PixelSize, canvas = size) => size.width <= canvas.width && size.height <= canvas.height

const extended = (data: Buffer): PixelSize => ({ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 })

function lossy(data: Buffer): PixelSize | undefined {
  if (data.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function lossless(data: Buffer): PixelSize | undefined {
  if (data[0] !== 0x2f) return undefined
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
