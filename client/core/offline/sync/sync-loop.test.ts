import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { allocateReserve } from '#client/core/offline/database/quota.ts'
import { createTestDevice, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import type { Request } from '#client/core/offline/model/test-server.ts'
import { discardOperation } from '#client/core/offline/outbox/discard.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { syncProblems } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { createSyncLoop } from './sync-loop.ts'

const isPush = ({ method }: Request) => method === 'POST'
const opsOf = ({ body }: Request) => (body as { ops: object[] }).ops

test('halves a request that is too large, and needs the user for one operation that is too large [OF03]', async () => {
  const device = createTestDevice({
    respond: (request) => (isPush(request) && opsOf(request).length > 2 ? { status: 413, body: '<html>' } : undefined),
  })
  for (let k = 0; k < 9; k++) await device.save({ set: { a: k } })
  await device.syncLoop.run()
  expect(await device.db.outbox.count()).toBe(0)
  expect(await device.server.effects()).toHaveLength(9)

  const tiny = createTestDevice({
    respond: (request) => (isPush(request) ? { status: 413, body: '<html>' } : undefined),
  })
  await tiny.save()
  await tiny.syncLoop.run()
  expect(await tiny.db.outbox.toArray()).toMatchObject([{ state: 'attention', rejection: { code: 'core.tooLarge' } }])
})

test('keeps the details of a rejected request, from which the reason is made in each language [OF03]', async () => {
  const rejected = { error: 'core.tooMany', message: 'Too many values', reference: '', details: { values: 9 } }
  const device = createTestDevice({
    respond: (request) => (isPush(request) ? { status: 400, body: rejected } : undefined),
  })
  await device.save()
  await device.syncLoop.run()
  const [row] = await device.db.outbox.toArray()
  expect(row!.rejection).toEqual({ code: 'core.tooMany', message: 'Too many values', details: { values: 9 } })
})

test('sends at most 500 operations and 512 KB of UTF-8 in a push', async () => {
  const device = createTestDevice()
  const wide = 'ж'.repeat(50_000)
  for (let k = 0; k < 12; k++) await device.save({ set: { a: wide } })
  await device.syncLoop.run()
  for (const request of device.sent.filter(isPush)) {
    expect(Buffer.byteLength(JSON.stringify(request.body))).toBeLessThanOrEqual(syncLimits.pushBytes)
  }
  expect(await device.server.effects()).toHaveLength(12)
})

test('increases delays after failures, follows Retry-After, and resets them after the first success [OF03]', async () => {
  let away = true
  const device = createTestDevice({ respond: () => (away ? { status: 503, body: null, retryAfter: 60 } : undefined) })
  await device.save()
  expect(await device.syncLoop.run()).toMatchObject({ stop: { reason: 'unreachable', retryAfter: 60 } })
  device.time.monotonic = 59_999
  expect(await device.syncLoop.run()).toBeUndefined()
  expect(device.sent).toHaveLength(1)
  away = false
  expect(await device.syncLoop.run({ now: true })).toEqual({ decided: 1 })
  expect(await device.syncLoop.run()).toEqual({ decided: 0 })
})

test('probes the server after a failed request, and sends no operations before it responds [OF03]', async () => {
  let away = false
  const device = createTestDevice({ respond: () => (away ? { status: 502, body: null } : undefined) })
  await device.save()
  await device.syncLoop.run()
  away = true
  await device.save()
  await device.syncLoop.run({ now: true })
  const before = device.pushes().length
  const next = await device.save()
  await device.syncLoop.run({ now: true })
  expect([device.pushes().length, device.sent.at(-1)?.method]).toEqual([before, 'GET'])
  expect(await discardOperation(device.db, device.clock, next.opId)).toHaveLength(1)
})

test('follows Retry-After also after a later failure [OF03]', async () => {
  const busy = { status: 503, body: { error: 'core.unavailable', message: '', reference: '', details: {} } }
  for (const [retryAfter, pushes] of [
    [60, 0],
    [undefined, 1],
  ] as const) {
    const device = createTestDevice({
      respond: ({ method }) => (method === 'GET' ? { ...busy, ...(retryAfter && { retryAfter }) } : undefined),
    })
    await device.save()
    await device.syncLoop.run()
    expect(device.pushes()).toHaveLength(pushes)
  }
})

test('keeps operations that the server attributes to another user until their owner is signed in [OF03]', async () => {
  const foreign = ({ body }: Request) => ({
    epoch: 'e1',
    serverTime: '2026-11-21T08:00:00.000Z',
    results: (body as { ops: { opId: string }[] }).ops.map(({ opId }) => {
      return { opId, status: 'rejected', code: syncProblems.foreign.code, message: 'no' }
    }),
  })
  const device = createTestDevice({
    respond: (request) => (isPush(request) ? { status: 200, body: foreign(request) } : undefined),
  })
  await device.save()
  expect(await device.syncLoop.run()).toMatchObject({ stop: { reason: 'signIn' } })
  expect([device.syncLoop.paused(), await device.db.outbox.toArray()]).toMatchObject(['signIn', [{ state: 'ready' }]])
})

test('pauses when the session ends, resumes when its owner signs in, and keeps all operations [OF03]', async () => {
  let signedIn = false
  const device = createTestDevice({ respond: () => (signedIn ? undefined : { status: 401, body: null }) })
  await device.save()
  await device.syncLoop.run()
  expect(device.syncLoop.paused()).toBe('signIn')
  expect(await device.syncLoop.run({ now: true })).toBeUndefined()
  await device.save()
  signedIn = true
  device.syncLoop.resume()
  await device.syncLoop.run()
  expect([device.syncLoop.paused(), await device.db.outbox.count()]).toEqual([undefined, 0])
})

test('stops sending and keeps its data when the app is too old', async () => {
  const device = createTestDevice({ respond: (request) => (isPush(request) ? { status: 426, body: null } : undefined) })
  await device.save()
  await device.syncLoop.run()
  expect([device.syncLoop.paused(), await device.db.outbox.count()]).toEqual(['update', 1])
})

describe('while the user’s e-mail is not confirmed', () => {
  const rejection = {
    status: 409,
    body: { error: coreProblems.unconfirmed.code, message: 'confirm', reference: '', details: {} },
  }

  test('rejects no operation permanently, pulls, and polls the confirmation at growing intervals [OF03]', async () => {
    let confirmed = false
    const colleague = createTestDevice()
    await colleague.save({ recordId, set: { a: 7 } })
    await colleague.syncLoop.run()
    const { server } = colleague
    const device = createTestDevice({
      server,
      respond: (request) => (isPush(request) && !confirmed ? rejection : undefined),
    })
    for (let a = 0; a < 5; a++) await device.save({ set: { a } })
    expect(await device.syncLoop.run()).toMatchObject({ stop: { reason: 'confirm' } })
    expect([device.syncLoop.paused(), await device.db.records.get(['thing', recordId])]).toMatchObject([
      'confirm',
      { data: { a: 7 } },
    ])
    for (let second = 0; second < 3600; second++) {
      device.time.monotonic += 1000
      await device.syncLoop.run()
    }
    // Delays doubled from one second to five minutes, then one every five minutes.
    expect(device.pushes().length).toBeLessThan(25)
    expect(device.pushes().slice(1).flat()).toEqual([])
    expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(Array(5).fill('ready'))

    confirmed = true
    device.syncLoop.resume()
    await device.syncLoop.run()
    expect([device.syncLoop.paused(), await device.db.outbox.count()]).toEqual([undefined, 0])
    expect(await server.effects()).toHaveLength(6)
  })

  test('never sends operations while the e-mail is unconfirmed, so they can be edited and discarded [OF03]', async () => {
    const device = createTestDevice({ respond: (request) => (isPush(request) ? rejection : undefined) })
    const syncLoop = createSyncLoop(device.db, { ...device.env, confirmed: () => false })
    const first = await device.save({ recordId, set: { a: 1 } })
    await syncLoop.run()
    expect([syncLoop.paused(), device.pushes()]).toEqual(['confirm', [[]]])
    expect((await device.save({ recordId, kind: 'update', set: { a: 2 } })).opId).toBe(first.opId)
    expect(await discardOperation(device.db, device.clock, first.opId)).toHaveLength(1)
  })

  test('sends no probe when the outbox is empty [OF03]', async () => {
    const device = createTestDevice()
    await createSyncLoop(device.db, { ...device.env, confirmed: () => false }).run()
    expect(device.pushes()).toEqual([])
  })
})

test('keeps a rejected record visible without blocking others, and replaces it by a correction [OF03]', async () => {
  const { db, save, syncLoop, server } = createTestDevice()
  const bad = await save({ recordId, set: { a: 1, bad: true } })
  await syncLoop.run()
  const later = await save({ set: { a: 2 } })
  await syncLoop.run()
  expect(await db.outbox.toArray()).toMatchObject([
    { opId: bad.opId, state: 'attention', rejection: { code: 'sync.refused' } },
  ])
  expect(await db.records.get(['thing', recordId])).toMatchObject({ data: { a: 1, bad: true } })
  const fixed = await save({ recordId, kind: 'update', set: { bad: undefined } })
  expect(await db.outbox.toArray()).toMatchObject([{ supersedes: bad.opId, kind: 'create', state: 'ready' }])
  await syncLoop.run()
  expect(await server.effects()).toEqual([later.opId, fixed.opId])
  expect(await db.outbox.count()).toBe(0)
})

test('keeps an operation waiting as long as the operation that it depends on [OF03]', async () => {
  let faulty = true
  const first: string[] = []
  const device = createTestDevice({
    respond({ method, body }) {
      if (!faulty || method !== 'POST') return undefined
      const results = (body as { ops: { opId: string }[] }).ops.map(({ opId }) =>
        opId === first[0]
          ? { opId, status: 'retry', code: 'sync.failed' }
          : { opId, status: 'blocked', code: syncProblems.waits.code },
      )
      return { status: 200, body: { epoch: 'e', serverTime: '2026-11-21T08:00:00.000Z', results } }
    },
  })
  const made = await device.save({ recordId, set: { a: 1 } })
  first.push(made.opId)
  await device.save({ recordId, kind: 'update', set: { b: 2 }, deps: [made.opId] })
  for (let i = 0; i < 5; i++) await device.syncLoop.run({ now: true })
  expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['ready', 'ready'])
  faulty = false
  for (let i = 0; i < 2; i++) await device.syncLoop.run({ now: true })
  expect(await device.db.outbox.count()).toBe(0)
})

test('stores acknowledgements in the space of the reserve when the disk is full [OF03]', async () => {
  const { db, syncLoop, save, pushes } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await allocateReserve(db, 1000)
  db.journal.hook('creating', () => {
    if (!isFull) return
    throw new DOMException('full', 'QuotaExceededError')
  })
  let isFull = true
  db.meta.hook('deleting', (key) => {
    if (key === 'ballast') isFull = false
  })
  await syncLoop.run()
  expect([await db.outbox.count(), await db.meta.get('ballast'), pushes().length]).toEqual([0, undefined, 1])
})

test('pushes operations even when the server cannot be read from [OF03]', async () => {
  for (const status of [500, 400]) {
    const body = { error: 'core.internal', message: '', reference: '', details: {} }
    const device = createTestDevice({ respond: ({ method }) => (method === 'GET' ? { status, body } : undefined) })
    for (let a = 0; a < 3; a++) {
      await device.save({ set: { a } })
      await device.syncLoop.run({ now: true })
    }
    expect([await device.db.outbox.count(), (await device.server.effects()).length]).toEqual([0, 3])
  }
})

test('runs two pushes at the same time only when they touch no common records or dependencies', async () => {
  let open = 0
  let maxOpen = 0
  const device = createTestDevice()
  const gate = createSyncLoop(
    device.db,
    {
      ...device.env,
      async transport(request) {
        open++
        maxOpen = Math.max(maxOpen, open)
        // Long enough for a slow machine to begin a second push.
        for (const until = Date.now() + 300; open < 2 && Date.now() < until; ) await pause(5)
        const response = await device.env.transport(request)
        open--
        return response
      },
    },
    { limit: 1, max: 1, undecided: new Map(), decided: 0, unconfirmed: false },
  )
  const first = await device.save({ recordId, set: { a: 1 } })
  await device.save({ deps: [first.opId] })
  await gate.run()
  expect(maxOpen).toBe(1)
  for (let k = 0; k < 4; k++) await device.save({ set: { a: k } })
  await gate.run()
  expect(maxOpen).toBe(2)
  expect(new Set(await device.server.effects()).size).toBe(6)
})
