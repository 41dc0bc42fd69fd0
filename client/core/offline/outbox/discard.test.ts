// @vitest-environment node
import { expect, test } from 'vitest'
import { deleteExpiredEntries } from '#client/core/offline/database/delete-expired-entries.ts'
import { createTestDevice, owner, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import type { Fields } from '#shared/sync/rules.ts'
import { discardExported, discardOperation, MaybeSentError, NotInExportError, restoreDiscarded } from './discard.ts'
import { exportUnsent, InvalidExportError, importUnsent } from './export-import.ts'
import { retry } from './supersede.ts'

test('discards the dependent operations of a record never created, and restores them all on undo [OF03]', async () => {
  const { db, save, syncLoop, clock, server } = createTestDevice()
  const bad = await save({ recordId, set: { a: 1, bad: true } })
  await syncLoop.run()
  await save({ deps: [bad.opId], set: { a: 2 } })
  const apart = await save({ set: { a: 3 } })
  expect(await discardOperation(db, clock, bad.opId)).toHaveLength(2)
  expect((await db.records.toArray()).map(({ data }) => data)).toEqual([{ a: 3 }])
  await syncLoop.run()
  expect(await server.effects()).toEqual([apart.opId])
  await restoreDiscarded(db, bad.opId)
  expect(await db.outbox.orderBy('at').toArray()).toMatchObject([
    { opId: bad.opId, state: 'attention' },
    { state: 'ready' },
  ])
  expect(await db.records.get(['thing', recordId])).toMatchObject({ data: { a: 1, bad: true } })
})

test('keeps later edits when an edit is discarded, compared with the value before it [OF03]', async () => {
  const { db, save, syncLoop, clock, server } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await syncLoop.run()
  const bad = await save({ recordId, kind: 'update', set: { a: 2, bad: true } })
  await syncLoop.run()
  await db.meta.delete('maybeSent')
  await save({ recordId, kind: 'remove' })
  await discardOperation(db, clock, (await db.outbox.orderBy('at').last())!.opId)
  await discardOperation(db, clock, bad.opId)
  expect(await db.records.get(['thing', recordId])).toMatchObject({ data: { a: 1 }, ver: 1 })
  expect([await db.outbox.count(), await db.serverBase.count()]).toEqual([0, 0])
  expect((await server.records()).get(recordId)).toEqual({ ver: 1, data: { a: 1 } })
})

test('does not make restored operations wait for discarded ones [OF03]', async () => {
  const { db, save, syncLoop, clock, server } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await syncLoop.run()
  const one = await save({ recordId, kind: 'update', set: { a: 2 } })
  const two = await save({ recordId, kind: 'update', set: { b: 2 }, deps: [one.opId] })
  for (const { opId } of [two, one]) await discardOperation(db, clock, opId)
  expect(await restoreDiscarded(db, two.opId)).toHaveLength(1)
  await syncLoop.run()
  expect(await db.outbox.count()).toBe(0)
  expect((await server.records()).get(recordId)).toMatchObject({ data: { a: 1, b: 2 } })
})

test('does not restore operations that an import brought back, and follows a restored server [OF03]', async () => {
  const { db, save, syncLoop, clock } = createTestDevice()
  const { opId } = await save({ recordId, set: { a: 1, bad: true } })
  await syncLoop.run()
  const parcel = await exportUnsent(db, owner)
  await discardOperation(db, clock, opId)
  expect(await importUnsent(db, owner, parcel)).toBe(1)
  expect(await restoreDiscarded(db, opId)).toEqual([])
  expect(await db.outbox.toArray()).toMatchObject([{ opId, state: 'attention' }])
  expect(await db.discarded.count()).toBe(0)
})

test('sends operations that were restored more often than they were counted as discarded [OF03]', async () => {
  const { db, save, syncLoop, clock, sent } = createTestDevice()
  const { opId } = await save({ recordId, set: { a: 1 } })
  await discardOperation(db, clock, opId)
  const { value } = (await db.meta.get('device'))!
  const setDropped = (dropped: number) =>
    db.meta.put({ key: 'device', value: { ...(value as object), dropped } } as never)
  await setDropped(0)
  await restoreDiscarded(db, opId)
  expect((await db.meta.get('device'))?.value).toMatchObject({ dropped: 0 })
  await syncLoop.run()
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([{ discarded: 0 }])
  expect(await db.outbox.count()).toBe(0)
})

test('does not discard operations that may have arrived', async () => {
  const { db, save, env, syncLoop, clock } = createTestDevice({
    respond: ({ method }) => (method === 'POST' ? { status: 500, body: null } : undefined),
  })
  expect(env.locks).toBeUndefined()
  const { opId } = await save()
  await syncLoop.run()
  await expect(discardOperation(db, clock, opId)).rejects.toBeInstanceOf(MaybeSentError)
  const fresh = await save()
  expect(await discardOperation(db, clock, fresh.opId)).toHaveLength(1)
})

test('can discard operations, and merges edits, when the network was never reached [OF03]', async () => {
  let online = true
  const { db, save, env, syncLoop, clock, sent } = createTestDevice({
    respond() {
      if (!online) throw new TypeError('Failed to fetch')
      return undefined
    },
  })
  Object.assign(env, { online: () => online })
  await save({ recordId, set: { a: 1 } })
  await syncLoop.run()
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  online = false
  const edits = [await save({ recordId, kind: 'update', set: { a: 2 } })]
  await syncLoop.run()
  edits.push(await save({ recordId, kind: 'update', set: { a: 3 } }))
  await syncLoop.run({ now: true })
  expect(sent.slice(3).map(({ method }) => method)).toEqual(['GET', 'GET'])
  expect(edits[1]).toEqual(edits[0])
  expect(await discardOperation(db, clock, edits[0]!.opId)).toHaveLength(1)
  expect(await db.records.get(['thing', recordId])).toMatchObject({ data: { a: 1 } })

  online = true
  await save({ set: { b: 1 } })
  await syncLoop.run({ now: true })
  expect(await db.outbox.count()).toBe(0)
})

test('keeps discarded operations for 30 days by the server’s clock [OF03]', async () => {
  let serverTime = '2026-11-21T08:00:00.000Z'
  const device = createTestDevice()
  const inner = device.env.transport
  device.env.transport = async (request) => {
    const response = await inner(request)
    return { ...response, body: { ...(response.body as object), serverTime } }
  }
  const { opId } = await device.save()
  await discardOperation(device.db, device.clock, opId)
  device.time.now += 10 * 365 * 86_400_000
  const pass = async (days: number) => {
    serverTime = new Date(Date.parse(serverTime) + days * 86_400_000).toISOString()
    device.time.monotonic += 2 * 3_600_000
    await device.save()
    await device.syncLoop.run()
  }
  await pass(0)
  await pass(29)
  expect(await device.db.discarded.count()).toBe(1)
  await pass(2)
  expect(await device.db.discarded.count()).toBe(0)
})

test('retries with a new operation, since the server remembers the rejection [OF03]', async () => {
  const { db, save, syncLoop, clock, server } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  const twice = await save({ recordId, kind: 'create', set: { a: 2 } })
  await syncLoop.run()
  expect(await db.outbox.toArray()).toMatchObject([{ opId: twice.opId, state: 'attention' }])
  const next = await retry(db, clock, twice.opId)
  expect(next).not.toBe(twice.opId)
  await syncLoop.run()
  expect(await db.outbox.toArray()).toMatchObject([{ opId: next, state: 'attention', replaces: [twice.opId] }])
  expect(await server.effects()).toHaveLength(1)
})

test('discards all exported operations together, restores them for 30 days, and applies them once [OF03]', async () => {
  const { db, save, syncLoop, server, time } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await syncLoop.run()
  const edit = await save({ recordId, kind: 'update', set: { a: 2 } })
  const made = await save({ set: { a: 3 }, files: [new Blob(['a file'])] })
  const bad = await save({ set: { a: 4, bad: true } })
  const before = { outbox: await db.outbox.toArray(), records: await db.records.toArray() }
  const parcel = await exportUnsent(db, owner)
  expect(await discardExported(db, parcel)).toHaveLength(3)
  expect([await db.outbox.count(), await db.serverBase.count()]).toEqual([0, 0])
  expect((await db.records.toArray()).map(({ data }) => data)).toEqual([{ a: 1 }])

  time.now += 29 * 86_400_000
  await deleteExpiredEntries(db)
  expect(await restoreDiscarded(db, edit.opId)).toHaveLength(3)
  expect({ outbox: await db.outbox.toArray(), records: await db.records.toArray() }).toEqual(before)
  await db.outbox.where('state').equals('held').modify({ state: 'ready' })
  await syncLoop.run()
  expect((await server.effects()).toSorted()).toEqual(expect.arrayContaining([edit.opId, made.opId].toSorted()))
  expect(await db.outbox.toArray()).toMatchObject([{ opId: bad.opId, state: 'attention' }])
})

test('discards no operation when one is missing from the file, or the file cannot be read back [OF03]', async () => {
  const { db, save } = createTestDevice()
  await save({ set: { a: 1 } })
  const parcel = await exportUnsent(db, owner)
  await save({ set: { a: 2 } })
  await expect(discardExported(db, parcel)).rejects.toThrow(NotInExportError)
  const whole = await exportUnsent(db, owner)
  await expect(discardExported(db, whole.slice(0, whole.size - 9))).rejects.toThrow(InvalidExportError)
  expect([await db.outbox.count(), await db.discarded.count()]).toEqual([2, 0])
  expect(await discardExported(db, whole)).toHaveLength(2)
})

/** An operation that was discarded after a restore of the server, and one that was sent again after the next restore. */
async function discardBetweenRestores() {
  let canPush = true
  const device = createTestDevice({
    respond: ({ method }) => (canPush || method === 'GET' ? undefined : { status: 500, body: null }),
  })
  const { db, save, syncLoop, server } = device
  async function saveAndReplay(set: Fields) {
    canPush = true
    const { opId } = await save({ set })
    await syncLoop.run({ now: true })
    await server.setBack()
    canPush = false
    await syncLoop.run({ now: true })
    return opId
  }
  const discarded = await saveAndReplay({ a: 1 })
  await discardExported(db, await exportUnsent(db, owner))
  const replayed = await saveAndReplay({ a: 2 })
  canPush = true
  return { ...device, discarded, replayed }
}

test('keeps both operations when one is restored that was discarded before another restore of the server', async () => {
  const { db, syncLoop, server, discarded, replayed } = await discardBetweenRestores()
  expect(await restoreDiscarded(db, discarded)).toHaveLength(1)
  expect(await db.outbox.orderBy('at').toArray()).toMatchObject([{ opId: replayed }, { opId: discarded }])
  await syncLoop.run({ now: true })
  expect(await server.effects()).toEqual([replayed, discarded])
})
