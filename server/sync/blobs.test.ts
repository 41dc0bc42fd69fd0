import { createHash, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { countTransactionsWhileStoring } from '#server/core/test/database/open-transactions.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { exampleFiles } from '#shared/form/question-types/files/files.fixture.ts'
import { syncContract } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { findBlobFile } from './blobs.ts'
import { createThings, deviceOf, thingDomains } from './thing.fixture.ts'

const chunk = syncLimits.chunkBytes
let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp({ domains: thingDomains })
  await createThings(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.confirmedMerchant()
})

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function put(sha256: string, size: number, offset: number, content: Buffer, by = person) {
  return world.app.inject({
    method: 'PUT',
    url: `/api/sync/blobs/${sha256}?offset=${offset}&size=${size}`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/octet-stream' },
    payload: content,
  })
}
const state = (sha256: string, by = person) => world.api(syncContract, by).blob({ params: { sha256 } })

test('stores a file in chunks, continues at the last offset, and completes it once [OF03]', async () => {
  const file = Buffer.concat([Buffer.from('code,note\n'), randomBytes(chunk * 2)])
  const sha256 = digest(file)
  const chunks = [file.subarray(0, chunk), file.subarray(chunk, 2 * chunk), file.subarray(2 * chunk)]
  expect(await state(sha256)).toEqual({ offset: 0, complete: false })
  expect((await put(sha256, file.length, 0, chunks[0]!)).json()).toEqual({ offset: chunk, complete: false })
  expect((await put(sha256, file.length, 0, chunks[0]!)).json()).toEqual({ offset: chunk, complete: false })
  const ahead = await put(sha256, file.length, 2 * chunk, chunks[2]!)
  expect([ahead.statusCode, ahead.json()]).toMatchObject([409, { error: 'sync.chunk', details: { offset: chunk } }])
  expect(await state(sha256)).toEqual({ offset: chunk, complete: false })
  await put(sha256, file.length, chunk, chunks[1]!)
  expect((await put(sha256, file.length, 2 * chunk, chunks[2]!)).json()).toEqual({
    offset: file.length,
    complete: true,
  })
  expect((await put(sha256, file.length, 0, chunks[0]!)).json()).toEqual({ offset: file.length, complete: true })

  const name = await world.services.db.tenant(person.merchantId!, (tx) => findBlobFile(tx, person.merchantId!, sha256))
  const stored = await world.services.files.open(name!)
  expect(await text(stored!.stream)).toBe(file.toString())
  expect(name).not.toBe(sha256)
  const { rowCount } = await world.database.query('select from sync_blob_chunk where sha256 = $1', [sha256])
  expect(rowCount).toBe(0)
})

test('responds to HEAD with the progress in the headers', async () => {
  const file = Buffer.from('a,b')
  await put(digest(file), file.length, 0, file)
  const answer = await world.app.inject({
    method: 'HEAD',
    url: `/api/sync/blobs/${digest(file)}`,
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(answer.headers).toMatchObject({ 'upload-offset': '3', 'upload-complete': '?1' })
})

test('starts over when the bytes do not match the digest [OF03]', async () => {
  const file = Buffer.from('a,b')
  const answer = await put(digest(file), file.length, 0, Buffer.from('a,c'))
  expect(answer.json()).toEqual({ offset: 0, complete: false })
  expect((await put(digest(file), file.length, 0, file)).json()).toEqual({ offset: 3, complete: true })
})

test('rejects chunks and files beyond their limits', async () => {
  const sha256 = digest(Buffer.from('x'))
  expect((await put(sha256, chunk + 1, 0, Buffer.alloc(chunk + 1))).statusCode).toBe(413)
  expect((await put(sha256, syncLimits.blobBytes + 1, 0, Buffer.alloc(1))).statusCode).toBe(400)
  expect((await put(sha256, 1, 0, Buffer.alloc(2))).statusCode).toBe(400)
  expect((await put(sha256, 1, 0, Buffer.alloc(0))).statusCode).toBe(400)
})

test('shows no file of another merchant', async () => {
  const file = Buffer.from('mine')
  await put(digest(file), file.length, 0, file)
  expect(await state(digest(file), await world.confirmedMerchant())).toEqual({ offset: 0, complete: false })
})

test('blocks an operation until its files are complete [OF03]', async () => {
  const device = deviceOf(person)
  const file = Buffer.from('list')
  const op = await device.op({ blobs: [digest(file)] })
  const api = world.api(syncContract, person)
  const { results } = await api.push({ body: device.body([op]) })
  expect(results).toMatchObject([{ status: 'blocked', code: 'sync.waitsForFile' }])
  await put(digest(file), file.length, 0, file)
  expect((await api.push({ body: device.body([op]) })).results).toMatchObject([{ status: 'applied' }])
})

test('holds no transaction while a complete file is stored [OF03]', async () => {
  const file = Buffer.concat([randomBytes(chunk), Buffer.from('last')])
  const open = countTransactionsWhileStoring(world)
  await put(digest(file), file.length, 0, file.subarray(0, chunk))
  expect(open).toEqual([])
  await put(digest(file), file.length, chunk, file.subarray(chunk))
  expect(open).toEqual([0])
  vi.restoreAllMocks()
})

test('completes a file once when its last chunk arrives twice at the same time [OF03]', async () => {
  const file = Buffer.from('a,b')
  const sha256 = digest(file)
  const answers = await Promise.all([put(sha256, file.length, 0, file), put(sha256, file.length, 0, file)])
  expect(answers.map((answer) => answer.json())).toEqual(Array(2).fill({ offset: 3, complete: true }))
  const name = await world.services.db.tenant(person.merchantId!, (tx) => findBlobFile(tx, person.merchantId!, sha256))
  expect(await text((await world.services.files.open(name!))!.stream)).toBe('a,b')
})

test('takes the last chunk again when the file could not be stored [OF03]', async () => {
  const file = Buffer.from('a,b')
  vi.spyOn(world.services.files, 'put').mockRejectedValueOnce(new Error('on purpose'))
  expect((await put(digest(file), file.length, 0, file)).statusCode).toBe(500)
  expect(await state(digest(file))).toEqual({ offset: 0, complete: false })
  expect((await put(digest(file), file.length, 0, file)).json()).toEqual({ offset: 3, complete: true })
  vi.restoreAllMocks()
})

test('encodes a picture again, keeps a sound, and sends both to people of the merchant alone [SU02]', async () => {
  const exif = { IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 24/1' } }
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#369' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge(exif)
    .jpeg()
    .toBuffer()
  const sound = Buffer.from(exampleFiles.audio.base64, 'base64')
  for (const file of [photo, sound]) await put(digest(file), file.length, 0, file)
  const read = (sha256: string, by = person) =>
    world.app.inject({
      url: `/api/sync/blobs/${sha256}/content`,
      headers: { authorization: `Bearer ${by.token}` },
    })
  const shown = await read(digest(photo))
  expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
  const { width, height, exif: left } = await sharp(shown.rawPayload).metadata()
  expect({ width, height, left }).toEqual({ width: 20, height: 40, left: undefined })
  const heard = await read(digest(sound))
  expect([heard.headers['content-type'], heard.rawPayload]).toEqual(['audio/webm', sound])
  const field = await world.signUp({ role: 'field', merchantId: person.merchantId! })
  expect((await read(digest(photo), field)).statusCode).toBe(200)
  expect((await read(digest(photo), await world.confirmedMerchant())).statusCode).toBe(404)
  const list = Buffer.from('a,b')
  await put(digest(list), list.length, 0, list)
  expect((await read(digest(list))).statusCode).toBe(404)
})

test('rejects a file that begins like a picture and is none, once and for all [SU02]', async () => {
  const file = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(100)])
  const answer = await put(digest(file), file.length, 0, file)
  expect([answer.statusCode, answer.json().error]).toEqual([400, 'sync.file'])
  expect(await state(digest(file))).toEqual({ offset: 0, complete: false })
})
