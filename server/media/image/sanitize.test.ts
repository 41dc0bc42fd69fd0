import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Compute, openCompute } from '#server/core/process/compute.ts'
import { compressedChunk, pngChunk, pngOfSize, withChunks, withScans } from './bombs.fixture.ts'
import { readPng } from './png-chunks.ts'
import { sanitizePicture } from './sanitize.ts'

let compute: Compute
/** Rejects every decoding task. */
const noDecoder = openCompute({ processes: 0, waiting: 0 })
beforeAll(() => {
  compute = openCompute({ processes: 1 })
})
afterAll(() => compute.close())

const drawing = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#0f5c4d' } })
const kindOf = (error: unknown) => (error as { kind?: { code: string } }).kind?.code
const refused = (bytes: Buffer, kind: 'image/png' | 'image/jpeg', by = noDecoder) =>
  sanitizePicture(by, bytes, kind).then(() => 'accepted', kindOf)

test('checks sides and pixels by the header, before the image is decoded', async () => {
  for (const [width, height] of [
    [1, 16_000_000],
    [12_001, 1],
    [1, 12_001],
    [4001, 4000],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ]) {
    expect(await refused(pngOfSize(width!, height!), 'image/png')).toBe('media.dimensions')
  }
  const jpeg = await drawing().jpeg().toBuffer()
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(65_535, frame + 5)
  expect(await refused(jpeg, 'image/jpeg')).toBe('media.dimensions')
  expect(await refused(await drawing().png().toBuffer(), 'image/png')).toBe('core.unavailable')
  expect(await refused(pngOfSize(40, 20), 'image/png', compute)).toBe('media.kind')
})

test('drops compressed texts, frames and hidden chunks of a PNG unread, and keeps a profile within its limit', async () => {
  const plain = await drawing().withIccProfile('p3').png().toBuffer()
  const texts = Array.from({ length: 20 }, () => compressedChunk('zTXt', 8))
  const frames = pngChunk('acTL', Buffer.from('0000ffff00000000', 'hex'))
  const bomb = withChunks(plain, ...texts, frames, pngChunk('prIv', Buffer.alloc(1000)))
  const read = readPng(bomb)!
  expect(read).toMatchObject({ width: 40, height: 20 })
  expect(read.content.length).toBeLessThanOrEqual(plain.length)
  expect(read.content.includes('iCCP')).toBe(true)
  expect((await sharp((await sanitizePicture(compute, bomb, 'image/png')).content).metadata()).width).toBe(40)
  const withoutProfile = await drawing().png().toBuffer()
  expect(await refused(withChunks(withoutProfile, compressedChunk('iCCP', 20)), 'image/png')).toBe('media.kind')
})

test('rejects a truncated PNG, or one with a second header, before it is decoded', async () => {
  const png = await drawing().png().toBuffer()
  expect(await refused(png.subarray(0, -13), 'image/png')).toBe('media.kind')
  expect(await refused(withChunks(png, png.subarray(8, 33)), 'image/png')).toBe('media.kind')
})

test('rejects a JPEG with many scans before it is decoded, and accepts a progressive one', async () => {
  const progressive = await drawing().jpeg({ progressive: true }).toBuffer()
  expect(await refused(withScans(progressive, 500), 'image/jpeg')).toBe('media.kind')
  expect((await sharp((await sanitizePicture(compute, progressive, 'image/jpeg')).content).metadata()).height).toBe(20)
})
