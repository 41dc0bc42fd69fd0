import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { countUnsent, readRawOutbox } from '#client/core/offline/database/raw-read.ts'
import { createTestDevice, owner, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { pendingRemovals, requestRemoval } from './pending-removals.ts'
import { removePendingData } from './remove-data.ts'

beforeEach(() => localStorage.clear())

const namesIn = async (factory: IDBFactory) => (await factory.databases()).map(({ name }) => name)

test('deletes the database of an account without unsent work [OF03]', async () => {
  const device = createTestDevice()
  await device.save({ recordId, set: { recipient: 'Harbour Foods' } })
  await device.syncLoop.run()
  localStorage.setItem(`assay.draft.${device.db.name}.submission.1`, '{"typed":"a"}')
  localStorage.setItem('assay.draft.assay-other.submission.1', '{"typed":"b"}')
  device.db.close()
  requestRemoval(owner)
  await removePendingData({ factory: device.factory, locks: undefined })
  expect(await namesIn(device.factory)).toEqual([])
  expect(pendingRemovals()).toEqual([])
  expect(Object.keys(localStorage)).toEqual(['assay.draft.assay-other.submission.1'])
})

test('removes the records at once and deletes the database later while another tab has it open [OF03]', async () => {
  const device = createTestDevice()
  await device.save({ recordId, set: { recipient: 'Harbour Foods' } })
  await device.syncLoop.run()
  const { factory } = device
  // A suspended tab does not react to the request to close.
  device.db.on('versionchange', () => false)
  requestRemoval(owner)
  await removePendingData({ factory, locks: undefined })
  expect(pendingRemovals()).toEqual([device.db.name])
  for (const table of device.db.tables) expect(await table.count()).toBe(0)
  device.db.close()
  await removePendingData({ factory, locks: undefined })
  expect([await namesIn(factory), pendingRemovals()]).toEqual([[], []])
})

test('keeps of unsent work only the operations, which their owner sends after the next sign-in [OF03]', async () => {
  const device = createTestDevice()
  const { db, factory, server } = device
  await device.save({ recordId, set: { recipient: 'Harbour Foods', a: 1 } })
  const other = await device.save({ set: { recipient: 'Sent already' } })
  await device.syncLoop.run()
  const removed = await device.save({ set: { recipient: 'Discarded' } })
  await db.discarded.add({ opId: removed.opId, rows: [], discardedAt: undefined })
  await db.outbox.where('opId').equals(removed.opId).delete()
  await db.records.delete(['thing', removed.recordId])
  await device.save({ recordId, kind: 'update', set: { a: 2 } })
  const created = await device.save({ set: { recipient: 'New' }, files: [new Blob(['codes'])] })
  const sent = await readRawOutbox(db.name, factory)
  requestRemoval(owner)
  await removePendingData({ factory, locks: undefined })

  expect(pendingRemovals()).toEqual([])
  expect(await countUnsent(factory)).toBe(2)
  expect(await readRawOutbox(db.name, factory)).toEqual(sent)
  const left = Object.fromEntries(
    await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()])),
  )
  expect(left).toMatchObject({ serverBase: [], journal: [], discarded: [], blobs: [{}] })
  expect(left.records.map(({ id }: { id: string }) => id)).toEqual([created.recordId])
  expect(JSON.stringify(left)).not.toMatch(/Harbour Foods|Sent already|Discarded/)

  await db.outbox.where('state').equals('held').modify({ state: 'ready', blobs: [] })
  await device.syncLoop.run({ now: true })
  expect(await db.outbox.count()).toBe(0)
  expect(await server.effects()).toHaveLength(4)
  const ids = [recordId, other.recordId, created.recordId].sort()
  expect((await db.records.toArray()).map(({ id }) => id).sort()).toEqual(ids)
  expect((await db.records.get(['thing', recordId]))?.data).toEqual({ recipient: 'Harbour Foods', a: 2 })
})

test('creates no database for an account whose data is gone already [OF03]', async () => {
  const factory = new IDBFactory()
  requestRemoval(owner)
  await removePendingData({ factory, locks: undefined })
  expect([await namesIn(factory), pendingRemovals()]).toEqual([[], []])
})
