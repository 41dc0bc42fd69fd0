import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { picture, sendFile, uploaded } from './upload.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const fetchFile = (file: { hash: string; ext: string }, token?: string) =>
  world.app.inject({
    url: `/api/files/${file.hash}${file.ext}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })

test('re-encodes a public image, and serves it without a sign-in by its hash [ME02]', async () => {
  const person = await world.confirmedMerchant()
  const hidden = Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')])
  const { body } = await sendFile(world, person, hidden, { purpose: 'image', name: 'tea.png' })
  expect(body).toMatchObject({ name: 'tea.png', ext: '.png', mime: 'image/png', merchant: person.merchantId })
  expect(body.updatedAt).toBe(body.createdAt)
  const answer = await world.app.inject(body.url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toContain('public')
  expect(answer.rawPayload.includes('script')).toBe(false)
  expect((await sharp(answer.rawPayload).metadata()).width).toBe(64)
})

test('serves a private document to its merchant and administrators, and 404 to others [ME02]', async () => {
  const [owner, other, admin] = [await world.confirmedMerchant(), await world.confirmedMerchant(), await world.admin()]
  const file = await uploaded(world, owner)
  expect((await fetchFile(file, owner.token)).statusCode).toBe(200)
  expect((await fetchFile(file, admin.token)).statusCode).toBe(200)
  expect((await fetchFile(file, other.token)).statusCode).toBe(404)
  expect((await fetchFile(file)).statusCode).toBe(404)
  expect((await world.api(mediaContract, owner).list({ query: {} })).rows).toEqual([])
})

test('rejects scripts, SVG and oversized files by their bytes, and stores none of them [ME02]', async () => {
  const person = await world.confirmedMerchant()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
  expect(await sendFile(world, person, svg, { purpose: 'image' })).toMatchObject({
    status: 415,
    body: { error: 'media.kind' },
  })
  expect(await sendFile(world, person, Buffer.from('MZ...'), { purpose: 'media' })).toMatchObject({ status: 415 })
  const noise = await sharp(
    Buffer.alloc(1200 * 1200 * 3).map(() => Math.random() * 256),
    {
      raw: { width: 1200, height: 1200, channels: 3 },
    },
  )
    .png()
    .toBuffer()
  expect(await sendFile(world, person, noise, { purpose: 'image' })).toMatchObject({
    status: 413,
    body: { error: 'media.tooLarge', details: { megabytes: 1 } },
  })
  expect((await world.api(mediaContract, person).list({ query: {} })).total).toBe(0)
})

test('rejects an image with too many pixels before it is decoded [ME02]', async () => {
  const person = await world.confirmedMerchant()
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(await sendFile(world, person, bomb, { purpose: 'document' })).toMatchObject({
    status: 413,
    body: { error: 'media.dimensions' },
  })
})

test('neither lists nor removes uploads of another merchant [ME02]', async () => {
  const [owner, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const { id } = await uploaded(world, owner, 'media')
  const otherApi = world.api(mediaContract, other)
  expect((await otherApi.list({ query: {} })).rows).toEqual([])
  await expect(otherApi.remove({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await world.api(mediaContract, owner).remove({ params: { id } })
})

test('accepts a HEIC photo as a picture and as a document, and stores a JPEG under its name [ME01 TM01]', async () => {
  const person = await world.confirmedMerchant()
  const heic = readFileSync(new URL('./image/sample.heic', import.meta.url))
  for (const purpose of ['image', 'document', 'media'] as const) {
    const sent = { purpose, name: 'IMG_0042.HEIC', mime: 'image/heic' }
    const { body } = await sendFile(world, person, heic, sent)
    expect(body).toMatchObject({ name: 'IMG_0042.jpg', ext: '.jpg', mime: 'image/jpeg' })
    const stored = await fetchFile(body, person.token)
    expect(await sharp(stored.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 96, height: 64 })
  }
})

test('reduces a large WebP photo for a page to its limit, and keeps the limit of a JPEG [ME01 SK02]', async () => {
  const person = await world.confirmedMerchant()
  const noise = await sharp(
    Buffer.alloc(400 * 300 * 3).map(() => Math.random() * 256),
    {
      raw: { width: 400, height: 300, channels: 3 },
    },
  )
    .resize(3000, 2250)
    .toBuffer()
  const raw = { raw: { width: 3000, height: 2250, channels: 3 } } as const
  const webp = await sharp(noise, raw).webp({ quality: 100 }).toBuffer()
  expect(webp.length).toBeGreaterThan(1024 * 1024)
  const { body } = await sendFile(world, person, webp, { purpose: 'image', name: 'photo.webp', mime: 'image/webp' })
  expect(body).toMatchObject({ name: 'photo.jpg', mime: 'image/jpeg' })
  expect(body.size).toBeLessThanOrEqual(1024 * 1024)
  expect((await sharp((await fetchFile(body)).rawPayload).metadata()).width).toBe(2048)
  const jpeg = await sharp(noise, raw).jpeg({ quality: 100 }).toBuffer()
  expect(await sendFile(world, person, jpeg, { purpose: 'image', mime: 'image/jpeg' })).toMatchObject({
    status: 413,
    body: { error: 'media.tooLarge', details: { megabytes: 1 } },
  })
})
