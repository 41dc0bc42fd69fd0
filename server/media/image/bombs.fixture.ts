import { crc32, deflateSync } from 'node:zlib'

export function pngChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
  return Buffer.concat([head, data, sum])
}

/** A PNG whose header states this size, and whose pixels cannot be decoded. */
export function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.from('none')),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk that decompresses to this many megabytes. */
export function compressedChunk(type: 'zTXt' | 'iCCP', megabytes: number): Buffer {
  return pngChunk(type, Buffer.concat([Buffer.from('name\0\0'), deflateSync(Buffer.alloc(megabytes * 1024 * 1024))]))
}

/** The same PNG with more chunks after its header. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const header = 8 + 12 + 13
  return Buffer.concat([png.subarray(0, header), ...chunks, png.subarray(header)])
}

/** The same progressive JPEG with its last scan repeated `times` more. */
export function withScans(jpeg: Buffer, times: number): Buffer {
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: times }, () => scan), jpeg.subarray(-2)])
}
