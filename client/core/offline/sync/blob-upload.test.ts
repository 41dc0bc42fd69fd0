// @vitest-environment node
import { expect, test } from 'vitest'
import { createTestDevice } from '#client/core/offline/model/test-device.fixture.ts'
import type { Request } from '#client/core/offline/model/test-server.ts'
import { retry } from '#client/core/offline/outbox/retry.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { quotaCode } from '#shared/core/limits/limits.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { sha256Hex } from '#shared/sync/operation.ts'
import type { TransportAnswer } from './transport.ts'

/** A file store beside the model's server. `lose` drops the response to a request. */
function files(lose: (count: number) => boolean = () => false) {
  let kept = new Uint8Array()
  let size = Number.POSITIVE_INFINITY
  let count = 0
  const answer = ({ method, url, body }: Request): TransportAnswer | undefined => {
    if (!url.includes('/blobs/')) return undefined
    const offset = Number(new URL(url, 'http://test').searchParams.get('offset'))
    if (method === 'PUT') {
      size = Number(new URL(url, 'http://test').searchParams.get('size'))
      if (offset === kept.length) kept = new Uint8Array(Buffer.concat([kept, body as Uint8Array]))
    }
    if (lose(++count)) throw new TypeError('Failed to fetch')
    return { status: 200, body: { offset: kept.length, complete: kept.length >= size } }
  }
  return { answer, bytes: () => kept }
}

test('OF03 uploads a file in chunks before its operation, and resumes after an interruption', async () => {
  const content = new Uint8Array(syncLimits.chunkBytes * 2 + 7).map((_, place) => place % 251)
  const store = files((count) => count === 3)
  const phone = createTestDevice({ answer: store.answer })
  const waiting = await phone.save({ files: [new Blob([content])] })
  const small = await phone.save()
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'held' }, { state: 'ready' }])
  expect(await phone.drain.run()).toMatchObject({ stop: { reason: 'unreachable' }, settled: 1 })
  expect(await phone.server.effects()).toEqual([small.opId])
  phone.time.monotonic += 60_000
  await phone.drain.run()
  expect(await phone.server.effects()).toEqual([small.opId, waiting.opId])
  expect(await sha256Hex(store.bytes())).toBe(await sha256Hex(content))
  const pieces = phone.sent.filter(({ method }) => method === 'PUT').map(({ body }) => (body as Uint8Array).length)
  expect(Math.max(...pieces)).toBe(syncLimits.chunkBytes)
  expect(pieces).toHaveLength(3)
})

test('OF03 retries a chunk after the delay that the server asks for, and keeps the record', async () => {
  const store = files()
  const busy = { error: coreProblems.tooManyAtOnce.code, message: '', reference: '', details: {} }
  let isFull = true
  const phone = createTestDevice({
    answer: (request) =>
      isFull && request.method === 'PUT' ? { status: 429, body: busy, retryAfter: 5 } : store.answer(request),
  })
  const { opId } = await phone.save({ files: [new Blob(['photo'])] })
  expect(await phone.drain.run()).toMatchObject({ stop: { reason: 'unreachable', retryAfter: 5 } })
  phone.time.monotonic += 4_999
  expect(await phone.drain.run()).toBeUndefined()
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'held' }])
  isFull = false
  phone.time.monotonic += 1
  await phone.drain.run()
  expect(await phone.server.effects()).toEqual([opId])
})

test('OF03 shows the server’s message when the storage limit is reached, and uploads the file once there is room', async () => {
  const store = files()
  const full = { error: quotaCode, message: 'Your limit is reached.', reference: '', details: { name: 'fileBytes' } }
  let isFull = true
  const phone = createTestDevice({
    answer: (request) => (isFull && request.method === 'PUT' ? { status: 409, body: full } : store.answer(request)),
  })
  const { opId } = await phone.save({ files: [new Blob(['photo'])] })
  const other = await phone.save()
  await phone.drain.run()
  expect(await phone.db.outbox.toArray()).toMatchObject([
    { opId, state: 'attention', trouble: { code: quotaCode, message: full.message, details: { name: 'fileBytes' } } },
  ])
  expect(await phone.server.effects()).toEqual([other.opId])
  isFull = false
  const again = await retry(phone.db, phone.clock, opId)
  await phone.drain.run()
  expect(await phone.server.effects()).toEqual([other.opId, again])
})

test('OF03 counts each uploaded chunk as progress', async () => {
  const store = files((count) => count === 3)
  const phone = createTestDevice({
    answer(request) {
      phone.time.monotonic += 100_000
      return store.answer(request)
    },
  })
  await phone.save({ files: [new Blob([new Uint8Array(syncLimits.chunkBytes * 2 + 7)])] })
  await phone.drain.run()
  // Two pulls, a query of the file, the first chunk, and the second chunk whose response was lost.
  expect([phone.time.monotonic, phone.drain.idle().settled]).toEqual([500_000, 100_000])
})

test('needs the user’s attention when a file never arrives complete', async () => {
  const answer = ({ url }: Request) =>
    url.includes('/blobs/') ? { status: 200, body: { offset: 0, complete: false } } : undefined
  const phone = createTestDevice({ answer })
  await phone.save({ files: [new Blob(['x'])] })
  await phone.drain.run()
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'attention', trouble: { code: 'sync.file' } }])
})

test('stores and sends a file once when it is attached twice', async () => {
  const store = files()
  const phone = createTestDevice({ answer: store.answer })
  for (let k = 0; k < 2; k++) await phone.save({ files: [new Blob(['a,b'])] })
  await phone.drain.run()
  expect(await phone.db.blobs.toArray()).toMatchObject([{ size: 3, complete: true }])
  expect(phone.sent.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(await phone.server.effects()).toHaveLength(2)
})
