// @vitest-environment node
import { expect, test } from 'vitest'
import { type OfflineDatabase, operationOf, writeMeta } from '#client/core/offline/database/database.ts'
import { createTestDevice, owner, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { Operation, operationHash } from '#shared/sync/operation.ts'
import { discard, MaybeSentError } from './discard.ts'
import { exportUnsent } from './export-import.ts'

test('OF02 saving writes the record and its operation, strictly durable', async () => {
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

test('OF02 edits before the first sending are one operation; afterwards each is its own and waits for the one before', async () => {
  const { db, save, drain, server } = createTestDevice()
  const first = await save({ recordId, set: { a: 1 } })
  expect(await save({ recordId, kind: 'update', set: { a: 2, b: 3 } })).toEqual(first)
  expect(await db.outbox.count()).toBe(1)
  await drain.run()
  const second = await save({ recordId, kind: 'update', set: { a: 4 } })
  expect(second.opId).not.toBe(first.opId)
  expect(await db.outbox.toArray()).toMatchObject([{ baseVer: 1, patch: { a: { from: 2, to: 4 } }, deps: [] }])
  await drain.run()
  expect((await server.records()).get(recordId)).toEqual({ ver: 2, data: { a: 4, b: 3 } })
})

test('OF02 what was said of another revision, or in another shape, is an operation of its own', async () => {
  for (const other of [{ payloadV: 2 }, { formRev: 2 }]) {
    const { db, save } = createTestDevice()
    const first = await save({ recordId, set: { a: 1 }, formRev: 1 })
    await save({ recordId, kind: 'update', set: { a: 2 }, formRev: 1, ...other })
    expect(await db.outbox.orderBy('at').toArray()).toMatchObject([first, { deps: [first.opId], ...other }])
  }
})

test('OF02 what a form showed when it was opened is what the change is told against', async () => {
  const { db, save, drain, server } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await drain.run()
  const seen = (await db.records.get(['thing', recordId]))!
  await server.edit(recordId, { a: 9 })
  await drain.run()
  await save({ recordId, kind: 'update', set: { a: 2 }, seen })
  expect(await db.outbox.toArray()).toMatchObject([{ baseVer: 1, patch: { a: { from: 1, to: 2 } } }])
  await drain.run()
  expect(await db.choices.toArray()).toMatchObject([{ path: 'a', kept: 9, offered: 2, recordId }])
  expect(await db.records.get(['thing', recordId])).toMatchObject({ data: { a: 9 } })
})

test('OF03 a correction of a rejected operation is newer than own edits that wait for it', async () => {
  const { db, save, drain, server } = createTestDevice()
  const bad = await save({ recordId, set: { a: 1, bad: true } })
  await freeze(db)
  const later = await save({ recordId, kind: 'update', set: { a: 2, b: 2 } })
  const other = await save({ set: { c: 1 }, deps: [later.opId] })
  await drain.run()
  expect(await db.outbox.toArray()).toMatchObject([{ ...bad, state: 'attention' }, later, other])

  await save({ recordId, kind: 'update', set: { a: 3, bad: undefined } })
  expect(await db.records.get(['thing', recordId])).toMatchObject({ data: { a: 3, b: 2 } })
  expect(await db.outbox.toArray()).toMatchObject([
    { supersedes: bad.opId, patch: { a: { from: undefined, to: 3 } } },
    { supersedes: later.opId, patch: { b: { to: 2 } } },
    other,
  ])
  await drain.run({ now: true })
  expect([await db.outbox.count(), await db.choices.count()]).toEqual([0, 0])
  expect((await server.records()).get(recordId)).toEqual({ ver: 2, data: { a: 3, b: 2 } })
  expect((await server.records()).get(other.recordId)?.data).toEqual({ c: 1 })

  // Against what the server had before, not against what the person said in between.
  await server.edit(recordId, { b: 5 })
  await drain.run()
  const worse = await save({ recordId, kind: 'update', set: { b: 6, bad: true } })
  await freeze(db)
  await save({ recordId, kind: 'update', set: { b: 7 } })
  await drain.run()
  expect((await db.outbox.toArray())[0]).toMatchObject({ ...worse, state: 'attention' })
  await save({ recordId, kind: 'update', set: { b: 8, bad: undefined } })
  await drain.run({ now: true })
  expect([await db.outbox.count(), await db.choices.count()]).toEqual([0, 0])
  expect((await server.records()).get(recordId)?.data).toEqual({ a: 3, b: 8 })
})

test('OF03 a field that only a later edit had is corrected against what was there before that edit', async () => {
  const { db, save, drain, server } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await drain.run()
  const bad = await save({ recordId, kind: 'update', set: { b: 1, bad: true } })
  await freeze(db)
  await save({ recordId, kind: 'update', set: { a: 2 } })
  await drain.run()
  expect((await db.outbox.toArray())[0]).toMatchObject({ ...bad, state: 'attention' })
  await save({ recordId, kind: 'update', set: { a: 3, bad: undefined } })
  await drain.run({ now: true })
  expect([await db.outbox.count(), await db.choices.toArray()]).toEqual([0, []])
  expect((await server.records()).get(recordId)?.data).toEqual({ a: 3, b: 1 })
})

test('OF03 a file of a later edit goes along with the correction that takes its field, and is sent first', async () => {
  const { db, save, drain } = createTestDevice()
  await save({ recordId, set: { a: 1, bad: true } })
  await drain.run()
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

test('OF03 a correction that has not left yet is changed again, or taken back; one that has left is not', async () => {
  const { db, save, drain, clock } = createTestDevice()
  const bad = await save({ recordId, set: { a: 1, bad: true } })
  await drain.run()
  const corrected = await save({ recordId, kind: 'update', set: { a: 2 } })
  expect(await save({ recordId, kind: 'update', set: { a: 3 } })).toEqual(corrected)
  expect(await db.outbox.toArray()).toMatchObject([{ supersedes: bad.opId, patch: { a: { to: 3 } } }])

  await exportUnsent(db, owner)
  expect(await save({ recordId, kind: 'update', set: { a: 4 } })).not.toEqual(corrected)
  await expect(discard(db, clock, corrected.opId)).rejects.toBeInstanceOf(MaybeSentError)
  await drain.run({ now: true })
  expect(await db.outbox.orderBy('at').toArray()).toMatchObject([{ opId: corrected.opId, state: 'attention' }, {}])
  const better = await save({ recordId, kind: 'update', set: { bad: undefined } })
  expect(await discard(db, clock, better.opId)).toHaveLength(2)
  expect(await db.records.count()).toBe(0)
})

test('OF03 what may have left keeps that doubt under a new number', async () => {
  const { db, save, drain, clock } = createTestDevice()
  await save({ recordId, set: { a: 1, bad: true } })
  const later = await save({
    recordId,
    kind: 'update',
    set: { a: 2, b: 2 },
    deps: ['0193a000-0000-7000-8000-0000000000ff'],
  })
  await freeze(db)
  await drain.run()
  await save({ recordId, kind: 'update', set: { a: 3, bad: undefined } })
  const [, rest] = await db.outbox.orderBy('at').toArray()
  expect(rest).toMatchObject({ supersedes: later.opId, patch: { b: { to: 2 } } })
  await expect(discard(db, clock, rest!.opId)).rejects.toBeInstanceOf(MaybeSentError)
})

test('OF03 an edit never becomes part of a removal that was refused', async () => {
  const { db, save, drain, clock, server } = createTestDevice()
  await save({ recordId, set: { a: 1 } })
  await drain.run()
  const seen = (await db.records.get(['thing', recordId]))!
  const gone = await save({ recordId, kind: 'remove' })
  await db.outbox.toCollection().modify({ state: 'attention', trouble: { code: 'sync.forbidden', message: '' } })
  await save({ recordId, kind: 'update', set: { a: 2 }, seen })
  await drain.run()
  expect((await server.records()).get(recordId)?.data).toEqual({ a: 1 })
  await discard(db, clock, gone.opId)
  await drain.run()
  expect([await db.outbox.count(), (await server.records()).get(recordId)?.data]).toEqual([0, { a: 2 }])
})

/** As if everything so far had been exported, or were on its way. */
async function freeze(db: OfflineDatabase): Promise<void> {
  await writeMeta(db, 'frozen', { at: (await db.outbox.orderBy('at').last())!.at })
}

test('OF03 a full disk, or any failure, leaves record and operation or neither', async () => {
  for (const failing of ['outbox', 'records', 'meta', 'blobs']) {
    const { db, save, drain } = createTestDevice()
    await save({ recordId, set: { a: 1 } })
    await drain.run()
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

test('OF03 the clock of the device orders nothing and holds nothing back', async () => {
  const { save, drain, server, time, db } = createTestDevice()
  const ids: string[] = []
  for (const years of [0, 10, -10, 0]) {
    time.now += years * 365 * 86_400_000
    ids.push((await save({ set: { a: years } })).opId)
    await drain.run()
  }
  expect(await server.effects()).toEqual(ids)
  expect(await db.outbox.count()).toBe(0)
  expect(await db.journal.count()).toBe(4)
})
