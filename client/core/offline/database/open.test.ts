// @vitest-environment node
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { createTestDevice, owner, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { exportUnsentRaw, importUnsent } from '#client/core/offline/outbox/export-import.ts'
import { offlineStatus, resetStatus } from '#client/core/offline/read/status.ts'
import { databaseName } from './database-name.ts'
import { openOfflineDatabase } from './open.ts'
import { countUnsent, readRawOutbox } from './raw-read.ts'

/** Data as released versions wrote it, created without our code. Never change it, only add to it. */
const first = {
  // Dexie multiplies its versions by ten.
  version: 10,
  stores: {
    records: { keyPath: ['entity', 'id'], indexes: {} },
    serverBase: { keyPath: ['entity', 'id'], indexes: {} },
    outbox: {
      keyPath: 'at',
      autoIncrement: true,
      indexes: {
        opId: 'opId',
        state: 'state',
        '[entity+recordId]': ['entity', 'recordId'],
        deps: 'deps',
        replaces: 'replaces',
      },
    },
    journal: { keyPath: 'at', autoIncrement: true, indexes: { ackedAt: 'ackedAt' } },
    discarded: { keyPath: 'at', autoIncrement: true, indexes: { opId: 'opId' } },
    conflicts: { keyPath: ['opId', 'path'], indexes: { '[entity+recordId]': ['entity', 'recordId'] } },
    blobs: { keyPath: 'sha256', indexes: {} },
    meta: { keyPath: 'key', indexes: {} },
  },
  operation: {
    at: 1,
    opId: '0193a000-0000-7000-8000-000000000101',
    deviceId: '0193a000-0000-7000-8000-000000000102',
    n: 1,
    ...owner,
    entity: 'thing',
    recordId,
    kind: 'create',
    baseVer: 0,
    patch: { a: { from: undefined, to: 1 } },
    deps: [],
    blobs: [],
    payloadV: 1,
    capturedAt: '2026-11-21T08:00:00.000Z',
    tz: 'Asia/Kuala_Lumpur',
    state: 'ready',
    replaces: [],
  },
}
const released = { 1: first }
type Released = typeof first
type Store = { keyPath: string | string[]; autoIncrement?: boolean; indexes: Record<string, string | string[]> }

function install(factory: IDBFactory, { version, stores, operation }: Released): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName(owner), version)
    request.onerror = () => reject(request.error)
    request.onupgradeneeded = () => {
      for (const [name, { indexes, ...options }] of Object.entries<Store>(stores)) {
        const store = request.result.createObjectStore(name, options)
        for (const [index, path] of Object.entries(indexes)) {
          store.createIndex(index, path, {
            unique: index === 'opId' && name === 'outbox',
            multiEntry: ['deps', 'replaces'].includes(index),
          })
        }
      }
      request.transaction!.objectStore('outbox').put(operation)
    }
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
}

test.each(Object.entries(released))(
  'opens and sends the unsent operations of version %s [OF03]',
  async (_, version) => {
    const factory = new IDBFactory()
    await install(factory, version)
    const { db, syncLoop, server } = createTestDevice({ factory })
    await db.open()
    await syncLoop.run()
    expect(await server.effects()).toEqual([version.operation.opId])
    expect(await db.outbox.count()).toBe(0)
  },
)

test('can export operations from a database that this version cannot open [OF03]', async () => {
  const { db, save, factory } = createTestDevice()
  const { opId } = await save({ set: { a: 1 } })
  db.close()
  const newer = factory.open(databaseName(owner), 990)
  await new Promise((resolve) => Object.assign(newer, { onsuccess: resolve }))
  newer.result.close()
  await expect(openOfflineDatabase(databaseName(owner), { indexedDB: factory, IDBKeyRange })).rejects.toMatchObject({
    name: 'DatabaseOpenError',
  })
  expect(offlineStatus.getState().outdated).toBe(true)
  resetStatus()
  expect(await readRawOutbox(databaseName(owner), factory)).toMatchObject([{ opId }])
  expect(await readRawOutbox('nothing', factory)).toEqual([])
  const readRows = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  expect(await countUnsent(factory)).toBe(1)
  expect(readRows).not.toHaveBeenCalled()
  readRows.mockRestore()
  const parcel = JSON.parse(await (await exportUnsentRaw(owner, factory)).text())
  expect(parcel).toMatchObject({ format: 'assay-unsent', owner, rows: [{ opId }], files: [] })
  const elsewhere = createTestDevice()
  expect(await importUnsent(elsewhere.db, owner, new Blob([JSON.stringify(parcel)]))).toBe(1)
})

test('closes the database when another tab opens a newer version, and asks to reload [OF03]', async () => {
  const factory = new IDBFactory()
  const db = await openOfflineDatabase(databaseName(owner), { indexedDB: factory, IDBKeyRange })
  const newer = factory.open(databaseName(owner), 990)
  await new Promise((resolve) => Object.assign(newer, { onsuccess: resolve }))
  newer.result.close()
  expect(offlineStatus.getState().outdated).toBe(true)
  await expect(db.outbox.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' })
  resetStatus()
})
