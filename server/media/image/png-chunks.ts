import { inflateSync } from 'node:zlib'

export type PixelSize = { width: number; height: number }

const signatureBytes = 8
/** Length, type and checksum of a chunk. */
const frameBytes = 12
/** Limits of a colour profile, compressed and decompressed. */
const profileBytes = { packed: 256 * 1024, unpacked: 2 * 1024 * 1024 }
const exifBytes = 64 * 1024

/** Chunks that affect the visible image. All others, such as texts and animation frames, are dropped unread. */
const visibleChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf', 'IDAT', 'IEND'])

/**
 * Returns the image of a PNG without its invisible chunks, and its size from the header. Returns undefined if it is not
 * a PNG or a profile exceeds its limit. Decompresses only the profile, and only up to that limit.
 */
export function readPng(bytes: Buffer): (PixelSize & { content: Buffer }) | undefined {
  const parts = [bytes.subarray(0, signatureBytes)]
  const seenTypes = new Set<string>()
  let size: PixelSize | undefined
  for (let at = signatureBytes; at + frameBytes <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + frameBytes + length
    if (end > bytes.length) return undefined
    const data = bytes.subarray(at + 8, end - 4)
    if ((type === 'IHDR') !== (size === undefined)) return undefined
    if (type === 'IHDR') {
      if (length !== 13) return undefined
      size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4) }
    }
    const isRepeated = type !== 'IDAT' && seenTypes.has(type)
    seenTypes.add(type)
    if (visibleChunks.has(type) && !isRepeated) {
      if (type === 'iCCP' && !isProfile(data)) return undefined
      if (type !== 'eXIf' || length <= exifBytes) parts.push(bytes.subarray(at, end))
    }
    if (type === 'IEND') return size && { ...size, content: Buffer.concat(parts) }
    at = end
  }
  return undefined
}

/** A name of at most 79 letters, a zero, the method, and the compressed profile. */
function isProfile(data: Buffer): boolean {
  const name = data.subarray(0, 80).indexOf(0)
  if (name < 1 || data.length > profileBytes.packed) return false
  try {
    inflateSync(data.subarray(name + 2), { maxOutputLength: profileBytes.unpacked })
    return true
  } catch {
    return false
  }
}
