// @vitest-environment node
import type { DBCore, Middleware } from 'dexie'
import { expect, test } from 'vitest'
import { createTestDevice, owner, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { exportUnsent, InvalidExportError, importUnsent } from './export-import.ts'

test('sends exported operations from another device once, however often the file is imported [OF03]', async () => {
  const broken = createTestDevice()
  const made = await broken.save({ recordId, set: { a: 1 }, files: [new Blob(['code,note\n1,ж'])] })
  await broken.save({ recordId, kind: 'update', set: { b: 2 }, deps: [made.opId] })
  await broken.save({ set: { a: 5, bad: true } })
  const parcel = await exportUnsent(broken.db, owner)

  const other = createTestDevice()
  expect(await importUnsent(other.db, owner, parcel)).toBe(3)
  expect(await importUnsent(other.db, owner, parcel)).toBe(0)
  expect(await other.db.records.get(['thing', recordId])).toMatchObject({ data: { a: 1, b: 2 } })
  const [file] = await other.db.blobs.toArray()
  expect(new TextDecoder().decode(file!.content as Uint8Array)).toBe('code,note\n1,ж')
  await other.db.outbox.where('state').equals('held').modify({ state: 'ready' })
  await other.syncLoop.run()
  expect(await other.server.effects()).toHaveLength(2)
  expect(await importUnsent(other.db, owner, parcel)).toBe(0)
  expect(await other.db.outbox.toArray()).toMatchObject([{ state: 'attention' }])
})

test('creates a new operation for an edit after an export [OF03]', async () => {
  const device = createTestDevice()
  await device.save({ recordId, set: { a: 1 } })
  await exportUnsent(device.db, owner)
  await device.save({ recordId, kind: 'update', set: { a: 2 } })
  expect(await device.db.outbox.orderBy('at').toArray()).toMatchObject([
    { kind: 'create', patch: { a: { to: 1 } } },
    { kind: 'update', patch: { a: { from: 1, to: 2 } } },
  ])
  await device.syncLoop.run()
  expect((await device.server.records()).get(recordId)).toMatchObject({ data: { a: 2 } })
})

test('imports no superseded operations from a file that is older than a correction, sent or not [OF03]', async () => {
  const device = createTestDevice()
  await device.save({ recordId, set: { a: 1, bad: true } })
  const early = await exportUnsent(device.db, owner)
  await device.syncLoop.run()
  for (const a of [2, 3]) {
    await device.save({ recordId, kind: 'update', set: { a, ...(a === 3 && { bad: undefined }) } })
    expect(await importUnsent(device.db, owner, early)).toBe(0)
    await device.syncLoop.run({ now: true })
    expect(await importUnsent(device.db, owner, early)).toBe(0)
  }
  expect(await device.db.outbox.count()).toBe(0)
  expect((await device.server.records()).get(recordId)?.data).toEqual({ a: 3 })
})

test('replaces imported operations with a correction from a file [OF03]', async () => {
  const [device, other] = [createTestDevice(), createTestDevice()]
  const bad = await device.save({ recordId, set: { a: 1, bad: true } })
  await importUnsent(other.db, owner, await exportUnsent(device.db, owner))
  await device.syncLoop.run()
  const later = await other.save({ recordId, kind: 'update', set: { b: 2 }, deps: [bad.opId] })
  const corrected = await device.save({ recordId, kind: 'update', set: { a: 2, bad: undefined } })
  expect(await importUnsent(other.db, owner, await exportUnsent(device.db, owner))).toBe(1)
  expect(await other.db.outbox.orderBy('at').toArray()).toMatchObject([
    { opId: corrected.opId, state: 'ready' },
    { opId: later.opId },
  ])
  expect(await other.db.records.get(['thing', recordId])).toMatchObject({ data: { a: 2, b: 2 } })
  // Numbers of another device are counted on that device.
  expect((await other.db.meta.get('device'))?.value).toMatchObject({ dropped: 0 })
  await other.syncLoop.run()
  expect([await other.db.outbox.count(), (await other.server.records()).get(recordId)?.data]).toEqual([
    0,
    { a: 2, b: 2 },
  ])
})

test('needs no decision here when the user corrected and sent the record on another device [OF03]', async () => {
  let isSmall = false
  const device = createTestDevice({
    respond: ({ method }) => (isSmall || method === 'GET' ? undefined : { status: 413, body: null }),
  })
  const other = createTestDevice({ server: device.server })
  const first = await device.save({ recordId, set: { a: 1 } })
  const early = await exportUnsent(device.db, owner)
  await device.syncLoop.run()
  await device.save({ recordId, kind: 'update', set: { a: 2 } })
  isSmall = true
  await device.syncLoop.run({ now: true })
  expect(await device.db.outbox.count()).toBe(0)

  await importUnsent(other.db, owner, early)
  await other.save({ recordId, kind: 'update', set: { b: 2 }, deps: [first.opId] })
  await other.syncLoop.run()
  await other.syncLoop.run({ now: true })
  expect(await other.db.outbox.toArray()).toEqual([])
  expect(await other.db.records.get(['thing', recordId])).toMatchObject({ data: { a: 2, b: 2 } })
})

test('merges edits up to the size limit of an operation, and imports a larger operation from a file [OF03]', async () => {
  const device = createTestDevice()
  const answers = (name: string) => Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`${name}/${i}`, 'x']))
  await device.save({ recordId, set: answers('a') })
  for (const name of ['b', 'c']) await device.save({ recordId, kind: 'update', set: answers(name) })
  const rows = await device.db.outbox.orderBy('at').toArray()
  expect(rows.map(({ patch }) => Object.keys(patch).length)).toEqual([800, 400])
  await device.db.outbox.update(rows[0]!.at, { patch: { ...rows[0]!.patch, ...rows[1]!.patch } })
  const other = createTestDevice()
  expect(await importUnsent(other.db, owner, await exportUnsent(device.db, owner))).toBe(2)
})

test('does not import operations of another user, or another kind of file', async () => {
  const { db, save } = createTestDevice()
  await save()
  const stranger = { ...owner, userId: recordId }
  const parcel = await exportUnsent(db, stranger)
  for (const file of [parcel, new Blob(['{}']), new Blob(['PK'])]) {
    await expect(importUnsent(db, owner, file)).rejects.toBeInstanceOf(InvalidExportError)
  }
  expect(await db.outbox.count()).toBe(1)
})

test('writes each record once when a file has several operations of it', async () => {
  const [device, other] = [createTestDevice(), createTestDevice()]
  const made = await device.save({ recordId, set: { a: 1 } })
  await device.save({ recordId, kind: 'update', set: { b: 2 }, deps: [made.opId] })
  await device.save({ set: { a: 3 } })
  const written: number[] = []
  const countPuts: Middleware<DBCore> = {
    stack: 'dbcore',
    name: 'count',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name)
        return {
          ...table,
          mutate(request) {
            if (name === 'records' && request.type === 'put') written.push(request.values.length)
            return table.mutate(request)
          },
        }
      },
    }),
  }
  other.db.use(countPuts)
  expect(await importUnsent(other.db, owner, await exportUnsent(device.db, owner))).toBe(3)
  expect(written).toEqual([2])
  expect((await other.db.records.get(['thing', recordId]))!.data).toEqual({ a: 1, b: 2 })
})

test('reports the progress of an import, which imports all operations or none [OF03]', async () => {
  const [device, other] = [createTestDevice(), createTestDevice()]
  for (let a = 0; a < 501; a++) await device.save({ set: { a } })
  const file = await exportUnsent(device.db, owner)
  const reports: number[] = []
  const imported = await importUnsent(other.db, owner, file, ({ done, total }) => {
    expect(total).toBe(501)
    reports.push(done)
  })
  expect([imported, reports]).toEqual([501, [0, 250, 500]])

  const third = createTestDevice()
  const interrupted = importUnsent(third.db, owner, file, ({ done }) => {
    if (done === 500) throw new Error('interrupted')
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  expect([await third.db.outbox.count(), await third.db.records.count()]).toEqual([0, 0])
})
