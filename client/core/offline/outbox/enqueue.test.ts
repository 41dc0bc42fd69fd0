// @vitest-environment node
import { expect, test } from 'vitest'
import { type OfflineDatabase, operationOf, writeMeta } from '#client/core/offline/database/database.ts'
import { createTestDevice, owner, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { Operation, operationHash } from '#shared/sync/operation.ts'
import { discardOperation, MaybeSentError } from './discard.ts'
import { exportUnsent } from './export-import.ts'

test('writes the record and its operation with strict durability [OF02]', async () => {
  const { db, save } = createTestDevice()
  const { opId } = await save({ recordId, set: { a: 1, 'answers/2': 'x' } })
  expect(await db.records.toArray()).toMatchObject([
    { entity: 'thing', id: recordId, ver: 0, data: { a: 1, answers: { 2: 'x' } } },
  ])
  const [row] = await db.outbox.toArray()
  expect(row).toMatchObject({ opId, n: 1, ...owner, state: 'ready', patch: { a: { to: 1 }, 'answers/2': { to: 'x' } } })
  expect(Operation.parse(operationOf(row!))).toMatchObject({ opId })
  expect(await operationHash(Operation.parse(JSON.parse(JSON.stringify(row))))).toBe(
    await operationHash(operationOf(row!)),
  )
  expect((db as unknown as { _options: object })._options).toMatchObject({ chromeTransactionDurability: 'strict' })
})

test('merges edits before the first push, and then queues each edit after the previous operation [OF02]', async () => {
  const { db, save, syncLoop, server } = createTestDevice()
  const first = await save({ recordId, set: { a: 1 } })
  expect(await save({ recordId, kind: 'update', set: { a: 2, b: 3 } })).toEqual(first)
  expect(await db.outbox.count()).toBe(1)
  await syncLoop.run()
  const second = await save({ recordId, kind: 'update', set: { a: 4 } })
  expect(second.opId).not.toBe(first.opId)
  expect(await db.outbox.toArray()).toMatchObject([{ baseVer: 1, patch: { a: { from: 2, to: 4 } }, deps: [] }])
  await syncLoop.run()
  expect((await server.records()).get(recordId)).toEqual({ ver: 2, data: { a: 4, b: 3 } })
})

test('creates a new operation when the revision or payload version differs [OF02]', async () => {
  for (const other of [{ payloadV: 2 }, { formRev: 2 }]) {
    const { db, save } = createTestDevice()
    const first = await save({ recordId, set: { a: 1 }, formRev: 1 })
    await save({ recordId, kind: 'update', set: { a: 2 }, formRev: 1, ...other })
    expect(await db.outbox.orderBy('at').toArray()).toMatchObject([first, { deps: [first.opId], ...other }])
  }
})

test('compares a change with the values that the form showed when it was opened [OF02]', async () => {
  const { db, save, syncLoop, server } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await syncLoop.run()
  const seen = (await db.records.get(['thing', recordId]))!
  await server.edit(recordId, { a: 9 })
  await syncLoop.run()
  await save({ recordId, kind: 'update', set: { a: 2 }, seen })
  expect(await db.outbox.toArray()).toMatchObject([{ baseVer: 1, patch: { a: { from: 1, to: 2 } } }])
  await syncLoop.run()
  expect(await db.conflicts.toArray()).toMatchObject([{ path: 'a', kept: 9, offered: 2, recordId }])
  expect(await db.records.get(['thing', recordId])).toMatchObject({ data: { a: 9 } })
})

test('orders a correction of a rejected operation after the waiting edits of the same device [OF03]', async () => {
  const { db, save, syncLoop, server } = createTestDevice()
  const bad = await save({ recordId, set: { a: 1, bad: true } })
  await freeze(db)
  const later = await save({ recordId, kind: 'update', set: { a: 2, b: 2 } })
  const other = await save({ set: { c: 1 }, deps: [later.opId] })
  await syncLoop.run()
  expect(await db.outbox.toArray()).toMatchObject([{ ...bad, state: 'attention' }, later, other])

  await save({ recordId, kind: 'update', set: { a: 3, bad: undefined } })
  expect(await db.records.get(['thing', recordId])).toMatchObject({ data: { a: 3, b: 2 } })
  expect(await db.outbox.toArray()).toMatchObject([
    { supersedes: bad.opId, patch: { a: { from: undefined, to: 3 } } },
    { supersedes: later.opId, patch: { b: { to: 2 } } },
    other,
  ])
  await syncLoop.run({ now: true })
  expect([await db.outbox.count(), await db.conflicts.count()]).toEqual([0, 0])
  expect((await server.records()).get(recordId)).toEqual({ ver: 2, data: { a: 3, b: 2 } })
  expect((await server.records()).get(other.recordId)?.data).toEqual({ c: 1 })

  // The server compares with its value before the first edit, not with the value that the user entered in between.
  await server.edit(recordId, { b: 5 })
  await syncLoop.run()
  const worse = await save({ recordId, kind: 'update', set: { b: 6, bad: true } })
  await freeze(db)
  await save({ recordId, kind: 'update', set: { b: 7 } })
  await syncLoop.run()
  expect((await db.outbox.toArray())[0]).toMatchObject({ ...worse, state: 'attention' })
  await save({ recordId, kind: 'update', set: { b: 8, bad: undefined } })
  await syncLoop.run({ now: true })
  expect([await db.outbox.count(), await db.conflicts.count()]).toEqual([0, 0])
  expect((await server.records()).get(recordId)?.data).toEqual({ a: 3, b: 8 })
})

test('compares a corrected field with the value before the later edit that contained it [OF03]', async () => {
  const { db, save, syncLoop, server } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await syncLoop.run()
  const bad = await save({ recordId, kind: 'update', set: { b: 1, bad: true } })
  await freeze(db)
  await save({ recordId, kind: 'update', set: { a: 2 } })
  await syncLoop.run()
  expect((await db.outbox.toArray())[0]).toMatchObject({ ...bad, state: 'attention' })
  await save({ recordId, kind: 'update', set: { a: 3, bad: undefined } })
  await syncLoop.run({ now: true })
  expect([await db.outbox.count(), await db.conflicts.toArray()]).toEqual([0, []])
  expect((await server.records()).get(recordId)?.data).toEqual({ a: 3, b: 1 })
})

test('attaches the file of a later edit to the correction of its field, and uploads the file first [OF03]', async () => {
  const { db, save, syncLoop } = createTestDevice()
  await save({ recordId, set: { a: 1, bad: true } })
  await syncLoop.run()
  const photo = new Blob(['photo'])
  await save({
    recordId,
    kind: 'update',
    set: { a: 2 },
    deps: ['0193a000-0000-7000-8000-0000000000ff'],
    files: [photo],
  })
  const { blobs } = (await db.outbox.where('state').equals('held').first())!
  await save({ recordId, kind: 'update', set: { a: 3, bad: undefined } })
  expect(await db.outbox.orderBy('at').toArray()).toMatchObject([
    { patch: { a: { to: 3 } }, blobs, state: 'held' },
    { patch: {}, blobs, state: 'held' },
  ])
})

test('can edit or discard an unsent correction, and not one that was sent [OF03]', async () => {
  const { db, save, syncLoop, clock } = createTestDevice()
  const bad = await save({ recordId, set: { a: 1, bad: true } })
  await syncLoop.run()
  const corrected = await save({ recordId, kind: 'update', set: { a: 2 } })
  expect(await save({ recordId, kind: 'update', set: { a: 3 } })).toEqual(corrected)
  expect(await db.outbox.toArray()).toMatchObject([{ supersedes: bad.opId, patch: { a: { to: 3 } } }])

  await exportUnsent(db, owner)
  expect(await save({ recordId, kind: 'update', set: { a: 4 } })).not.toEqual(corrected)
  await expect(discardOperation(db, clock, corrected.opId)).rejects.toBeInstanceOf(MaybeSentError)
  await syncLoop.run({ now: true })
  expect(await db.outbox.orderBy('at').toArray()).toMatchObject([{ opId: corrected.opId, state: 'attention' }, {}])
  const better = await save({ recordId, kind: 'update', set: { bad: undefined } })
  expect(await discardOperation(db, clock, better.opId)).toHaveLength(2)
  expect(await db.records.count()).toBe(0)
})

test('keeps the "maybe sent" flag when an operation gets a new number [OF03]', async () => {
  const { db, save, syncLoop, clock } = createTestDevice()
  await save({ recordId, set: { a: 1, bad: true } })
  const later = await save({
    recordId,
    kind: 'update',
    set: { a: 2, b: 2 },
    deps: ['0193a000-0000-7000-8000-0000000000ff'],
  })
  await freeze(db)
  await syncLoop.run()
  await save({ recordId, kind: 'update', set: { a: 3, bad: undefined } })
  const [, rest] = await db.outbox.orderBy('at').toArray()
  expect(rest).toMatchObject({ supersedes: later.opId, patch: { b: { to: 2 } } })
  await expect(discardOperation(db, clock, rest!.opId)).rejects.toBeInstanceOf(MaybeSentError)
})

test('does not put a correction into a rejected operation when their payload versions differ', async () => {
  const { db, save, syncLoop, clock } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await syncLoop.run()
  const rejected = await save({ recordId, kind: 'update', set: { a: 2, bad: true } })
  await syncLoop.run()
  const correction = await save({ recordId, kind: 'update', set: { c: 3 }, payloadV: 2 })
  expect(await db.outbox.orderBy('at').toArray()).toMatchObject([
    { opId: rejected.opId, state: 'attention', payloadV: 1, patch: { a: { to: 2 }, bad: { to: true } } },
    { opId: correction.opId, payloadV: 2, patch: { c: { to: 3 } }, deps: [rejected.opId] },
  ])
  await discardOperation(db, clock, rejected.opId)
  await syncLoop.run()
  expect(await db.outbox.count()).toBe(0)
  expect((await db.records.get(['thing', recordId]))!.data).toEqual({ a: 1, c: 3 })
})

test('does not merge an edit into a rejected removal [OF03]', async () => {
  const { db, save, syncLoop, clock, server } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await syncLoop.run()
  const seen = (await db.records.get(['thing', recordId]))!
  const gone = await save({ recordId, kind: 'remove' })
  await db.outbox.toCollection().modify({ state: 'attention', rejection: { code: 'sync.forbidden', message: '' } })
  await save({ recordId, kind: 'update', set: { a: 2 }, seen })
  await syncLoop.run()
  expect((await server.records()).get(recordId)?.data).toEqual({ a: 1 })
  await discardOperation(db, clock, gone.opId)
  await syncLoop.run()
  expect([await db.outbox.count(), (await server.records()).get(recordId)?.data]).toEqual([0, { a: 2 }])
})

/** Marks everything so far as possibly sent, as an export or a push does. */
async function freeze(db: OfflineDatabase): Promise<void> {
  await writeMeta(db, 'maybeSent', { at: (await db.outbox.orderBy('at').last())!.at })
}

test('writes both record and operation or neither, on a full disk or any other failure [OF03]', async () => {
  for (const failing of ['outbox', 'records', 'meta', 'blobs']) {
    const { db, save, syncLoop } = createTestDevice()
    await save({ recordId, set: { a: 1 } })
    await syncLoop.run()
    let hit = 0
    db.use({
      stack: 'dbcore',
      name: 'full',
      create: (core) => ({
        ...core,
        table: (name) => ({
          ...core.table(name),
          mutate: (request) => {
            if (name !== failing || request.type === 'delete') return core.table(name).mutate(request)
            hit++
            return Promise.reject(new DOMException('full', 'QuotaExceededError'))
          },
        }),
      }),
    })
    await db.close()
    await db.open()
    const before = await Promise.all(db.tables.map((table) => table.toArray()))
    const update = save({ recordId, kind: 'update', set: { a: 2 }, files: [new Blob(['x'])] })
    await expect(update).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(await Promise.all(db.tables.map((table) => table.toArray()))).toEqual(before)
    expect(hit).toBeGreaterThan(0)
  }
})

test('does not use the device clock for order or delays [OF03]', async () => {
  const { save, syncLoop, server, time, db } = createTestDevice()
  const ids: string[] = []
  for (const years of [0, 10, -10, 0]) {
    time.now += years * 365 * 86_400_000
    ids.push((await save({ set: { a: years } })).opId)
    await syncLoop.run()
  }
  expect(await server.effects()).toEqual(ids)
  expect(await db.outbox.count()).toBe(0)
  expect(await db.journal.count()).toBe(4)
})
