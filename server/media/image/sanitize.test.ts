import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Compute, openCompute } from '#server/core/process/compute.ts'
import { compressedChunk, pngChunk, pngOfSize, withChunks, withScans } from './bombs.fixture.ts'
import { readPng } from './png-chunks.ts'
import type { PictureKind } from './reencode.ts'
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
const refused = (bytes: Buffer, kind: PictureKind, by = noDecoder) =>
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

test('drops compressed texts, frames and hidden chunks of a PNG unread, and keeps a profile in its limit', async () => {
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

/** 96 by 64 pixels, the left half red, written by heif-enc of libheif with x265. */
const heic = readFileSync(new URL('./sample.heic', import.meta.url))
const seeThrough = {
  create: { width: 40, height: 20, channels: 4, background: { r: 200, g: 40, b: 60, alpha: 0.5 } },
} as const
const opaque = { create: { ...seeThrough.create, background: { r: 200, g: 40, b: 60, alpha: 1 } } }

test('converts HEIC, AVIF and WebP to JPEG, and to PNG where a pixel is transparent [ME01]', async () => {
  const cases: [Buffer, PictureKind, string, number][] = [
    [heic, 'image/heic', 'image/jpeg', 96],
    [await drawing().avif().toBuffer(), 'image/avif', 'image/jpeg', 40],
    [await sharp(seeThrough).avif().toBuffer(), 'image/avif', 'image/png', 40],
    [await drawing().webp().toBuffer(), 'image/webp', 'image/jpeg', 40],
    [await sharp(seeThrough).webp().toBuffer(), 'image/webp', 'image/png', 40],
    [await sharp(seeThrough).webp({ lossless: true }).toBuffer(), 'image/webp', 'image/png', 40],
    [await sharp(opaque).webp({ lossless: true }).toBuffer(), 'image/webp', 'image/jpeg', 40],
  ]
  for (const [bytes, kind, stored, width] of cases) {
    const { content, kind: found } = await sanitizePicture(compute, bytes, kind)
    expect(found).toBe(stored)
    expect(await sharp(content).metadata()).toMatchObject({ format: stored.slice('image/'.length), width })
  }
  const { content } = await sanitizePicture(compute, heic, 'image/heic')
  const pixels = await sharp(content).raw().toBuffer()
  const [red, green] = pixels
  expect(red).toBeGreaterThan(180)
  expect(green).toBeLessThan(60)
})

test('rejects a HEIF file with thousands of nested boxes', async () => {
  const start = heic.subarray(0, heic.readUInt32BE(0))
  const nested = Buffer.alloc(12 * 15_000)
  for (let at = 0; at < nested.length; at += 12) {
    nested.writeUInt32BE(nested.length - at, at)
    nested.write('meta', at + 4, 'latin1')
  }
  for (const kind of ['image/heic', 'image/avif'] as const)
    expect(await refused(Buffer.concat([start, nested]), kind)).toBe('media.kind')
})

test('checks the size of HEIC, AVIF and WebP by their headers, and rejects damaged ones [ME01]', async () => {
  const avif = await drawing().avif().toBuffer()
  for (const [bytes, kind] of [
    [heic, 'image/heic'],
    [avif, 'image/avif'],
  ] as const) {
    const huge = Buffer.from(bytes)
    huge.writeUInt32BE(20_000, huge.indexOf('ispe') + 8)
    expect(await refused(huge, kind)).toBe('media.dimensions')
    expect(await refused(bytes.subarray(0, bytes.length - 40), kind, compute)).toBe('media.kind')
    expect(await refused(Buffer.concat([bytes.subarray(0, 200), Buffer.alloc(200)]), kind, compute)).toBe('media.kind')
  }
  const lossy = await drawing().webp().toBuffer()
  const frame = lossy.indexOf(Buffer.from('9d012a', 'hex'))
  const wide = Buffer.from(lossy)
  wide.writeUInt16LE(16_000, frame + 3)
  expect(await refused(wide, 'image/webp')).toBe('media.dimensions')
  const canvas = await sharp(seeThrough).webp().toBuffer()
  canvas.writeUIntLE(15_999, canvas.indexOf('VP8X') + 12, 3)
  expect(await refused(canvas, 'image/webp')).toBe('media.dimensions')
  // The frame is larger than the canvas says.
  canvas.writeUIntLE(10, canvas.indexOf('VP8X') + 12, 3)
  expect(await refused(canvas, 'image/webp', compute)).toBe('media.kind')
  expect(await refused(lossy.subarray(0, 60), 'image/webp', compute)).toBe('media.kind')
})
