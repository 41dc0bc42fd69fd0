// @vitest-environment node
import { expect, test } from 'vitest'
import { operationOf } from '#client/core/offline/database/database.ts'
import { memoryServer } from '#client/core/offline/model/memory-server.ts'
import { createTestDevice } from '#client/core/offline/model/test-device.fixture.ts'
import type { Request } from '#client/core/offline/model/test-server.ts'
import { retry } from '#client/core/offline/outbox/supersede.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { quotaCode } from '#shared/core/limits/quota.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { operationHash, sha256Hex } from '#shared/sync/operation.ts'
import type { TransportResponse } from './transport.ts'

/** A file store beside the model's server. `lose` drops the response to a request. */
function files(lose: (count: number) => boolean = () => false) {
  let kept = new Uint8Array()
  let size = Number.POSITIVE_INFINITY
  let count = 0
  const respond = ({ method, url, body }: Request): TransportResponse | undefined => {
    if (!url.includes('/blobs/')) return undefined
    const offset = Number(new URL(url, 'http://test').searchParams.get('offset'))
    if (method === 'PUT') {
      size = Number(new URL(url, 'http://test').searchParams.get('size'))
      if (offset === kept.length) kept = new Uint8Array(Buffer.concat([kept, body as Uint8Array]))
    }
    if (lose(++count)) throw new TypeError('Failed to fetch')
    return { status: 200, body: { offset: kept.length, complete: kept.length >= size } }
  }
  return { respond, bytes: () => kept }
}

test('uploads a file in chunks before its operation, and resumes after an interruption [OF03]', async () => {
  const content = new Uint8Array(syncLimits.chunkBytes * 2 + 7).map((_, place) => place % 251)
  const store = files((count) => count === 3)
  const device = createTestDevice({ server: memoryServer({ files: true }), respond: store.respond })
  const waiting = await device.save({ files: [new Blob([content])] })
  const small = await device.save()
  expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'held' }, { state: 'ready' }])
  expect(await device.syncLoop.run()).toMatchObject({ stop: { reason: 'unreachable' }, decided: 1 })
  expect(await device.server.effects()).toEqual([small.opId])
  device.time.monotonic += 60_000
  await device.syncLoop.run()
  expect(await device.server.effects()).toEqual([small.opId, waiting.opId])
  expect(await sha256Hex(store.bytes())).toBe(await sha256Hex(content))
  const pieces = device.sent.filter(({ method }) => method === 'PUT').map(({ body }) => (body as Uint8Array).length)
  expect(Math.max(...pieces)).toBe(syncLimits.chunkBytes)
  expect(pieces).toHaveLength(3)
})

test('retries a chunk after the delay that the server asks for, and keeps the record [OF03]', async () => {
  const store = files()
  const busy = { error: coreProblems.tooManyAtOnce.code, message: '', reference: '', details: {} }
  let isFull = true
  const device = createTestDevice({
    server: memoryServer({ files: true }),
    respond: (request) =>
      isFull && request.method === 'PUT' ? { status: 429, body: busy, retryAfter: 5 } : store.respond(request),
  })
  const { opId } = await device.save({ files: [new Blob(['photo'])] })
  expect(await device.syncLoop.run()).toMatchObject({ stop: { reason: 'unreachable', retryAfter: 5 } })
  device.time.monotonic += 4_999
  expect(await device.syncLoop.run()).toBeUndefined()
  expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'held' }])
  isFull = false
  device.time.monotonic += 1
  await device.syncLoop.run()
  expect(await device.server.effects()).toEqual([opId])
})

test('shows the server’s message at the storage limit, and uploads the file once there is room [OF03]', async () => {
  const store = files()
  const full = { error: quotaCode, message: 'Your limit is reached.', reference: '', details: { name: 'fileBytes' } }
  let isFull = true
  const device = createTestDevice({
    server: memoryServer({ files: true }),
    respond: (request) => (isFull && request.method === 'PUT' ? { status: 409, body: full } : store.respond(request)),
  })
  const { opId } = await device.save({ files: [new Blob(['photo'])] })
  const other = await device.save()
  await device.syncLoop.run()
  expect(await device.db.outbox.toArray()).toMatchObject([
    { opId, state: 'attention', rejection: { code: quotaCode, message: full.message, details: { name: 'fileBytes' } } },
  ])
  expect(await device.server.effects()).toEqual([other.opId])
  isFull = false
  const again = await retry(device.db, device.clock, opId)
  await device.syncLoop.run()
  expect(await device.server.effects()).toEqual([other.opId, again])
})

test('counts each uploaded chunk as progress [OF03]', async () => {
  const store = files((count) => count === 3)
  const device = createTestDevice({
    server: memoryServer({ files: true }),
    respond(request) {
      device.time.monotonic += 100_000
      return store.respond(request)
    },
  })
  await device.save({ files: [new Blob([new Uint8Array(syncLimits.chunkBytes * 2 + 7)])] })
  await device.syncLoop.run()
  // Two pulls, a query of the file, the first chunk, and the second chunk whose response was lost.
  expect([device.time.monotonic, device.syncLoop.idle().progressed]).toEqual([500_000, 100_000])
})

test('needs the user’s attention when a file never arrives complete', async () => {
  const respond = ({ url }: Request) =>
    url.includes('/blobs/') ? { status: 200, body: { offset: 0, complete: false } } : undefined
  const device = createTestDevice({ server: memoryServer({ files: true }), respond })
  await device.save({ files: [new Blob(['x'])] })
  await device.syncLoop.run()
  expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'attention', rejection: { code: 'sync.file' } }])
})

test('stores and sends a file once when it is attached twice', async () => {
  const store = files()
  const device = createTestDevice({ server: memoryServer({ files: true }), respond: store.respond })
  for (let k = 0; k < 2; k++) await device.save({ files: [new Blob(['a,b'])] })
  await device.syncLoop.run()
  expect(await device.db.blobs.toArray()).toMatchObject([{ size: 3, complete: true }])
  expect(device.sent.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(await device.server.effects()).toHaveLength(2)
})

const largeText = 'x'.repeat(syncLimits.pushBytes)
/** A server that applies nothing large, so that the device keeps uploading. */
const waitsForFile = ({ url, body }: Request): TransportResponse | undefined => {
  if (!url.endsWith('/push/large')) return undefined
  const { opId } = body as { opId: string }
  const result = { opId, status: 'blocked', code: 'sync.waitsForFile', message: '' }
  return { status: 200, body: { epoch: 'e1', serverTime: '2026-11-21T08:00:00.000Z', results: [result] } }
}

test('uploads the text of an operation that is larger than a push under its hash [OF03]', async () => {
  const store = files()
  const device = createTestDevice({
    server: memoryServer({ files: true }),
    respond: (request) => waitsForFile(request) ?? store.respond(request),
  })
  const { opId } = await device.save({ set: { a: largeText } })
  await device.syncLoop.run()
  const [row] = await device.db.outbox.toArray()
  const hash = await operationHash(operationOf(row!))
  expect(await sha256Hex(store.bytes())).toBe(hash)
  expect(JSON.parse(new TextDecoder().decode(store.bytes()))).toEqual(operationOf(row!))
  const named = device.sent.filter(({ url }) => url.endsWith('/push/large')).map(({ body }) => body)
  expect(named).toMatchObject([
    { opId, sha256: hash },
    { opId, sha256: hash },
  ])
})

test('sends an operation that was saved during an upload before the rest of the file [OF03]', async () => {
  const store = files()
  let later: Promise<string> | undefined
  const device = createTestDevice({
    server: memoryServer({ files: true }),
    respond(request) {
      if (request.method === 'PUT' && !later) {
        later = device.save().then(({ opId }) => opId)
        void device.syncLoop.run()
      }
      return store.respond(request)
    },
  })
  const waiting = await device.save({ files: [new Blob([new Uint8Array(syncLimits.chunkBytes * 3)])] })
  await device.syncLoop.run()
  expect(await device.server.effects()).toEqual([await later, waiting.opId])
  expect(device.sent.filter(({ method }) => method === 'PUT')).toHaveLength(3)
})

test('keeps a large operation for a newer server when the server does not know large operations [OF03]', async () => {
  const unknown = { error: coreProblems.notFound.code, message: '', reference: '', details: {} }
  const device = createTestDevice({
    server: memoryServer({ files: true }),
    respond: ({ url }) => (url.endsWith('/push/large') ? { status: 404, body: unknown } : undefined),
  })
  const { opId } = await device.save({ set: { a: largeText } })
  const other = await device.save()
  expect(await device.syncLoop.run()).toEqual({ decided: 1 })
  expect(await device.server.effects()).toEqual([other.opId])
  expect(await device.db.outbox.toArray()).toMatchObject([{ opId, state: 'ready' }])
})

test('shows a large operation to its user, and sends the others, when the role may not upload files [OF03]', async () => {
  const denied = { error: coreProblems.denied.code, message: 'No.', reference: '', details: {} }
  const store = files()
  const device = createTestDevice({
    server: memoryServer({ files: true }),
    respond: (request) =>
      request.method === 'PUT' ? { status: 403, body: denied } : (waitsForFile(request) ?? store.respond(request)),
  })
  await device.save({ set: { a: largeText } })
  expect(await device.syncLoop.run()).toEqual({ decided: 0 })
  expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'attention', rejection: { code: 'core.denied' } }])
})

test('shows an operation to its user that is larger than a file can be', async () => {
  const device = createTestDevice({ server: memoryServer({ files: true }), respond: waitsForFile })
  await device.save({ set: { a: 'x'.repeat(syncLimits.blobBytes) } })
  await device.syncLoop.run()
  expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'attention', rejection: { code: 'core.tooLarge' } }])
})
