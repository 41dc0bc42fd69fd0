// @vitest-environment node
import { expect, test } from 'vitest'
import { createTestDevice } from '#client/core/offline/model/test-device.fixture.ts'
import { allocateReserve, isPersisted, requestPersistence, withQuota } from './quota.ts'
import { StorageFullError } from './storage-full.ts'

const full = () => Object.assign(new Error('write failed'), { inner: new DOMException('full', 'QuotaExceededError') })

test('frees the reserve, and then reports the failed save when the disk is full [OF03]', async () => {
  const { db } = createTestDevice()
  await allocateReserve(db, 1000)
  let writes = 0
  const failing = (failures: number) => async () => {
    if (++writes <= failures) throw full()
    return 'saved'
  }
  expect(await withQuota(db, failing(0))).toBe('saved')
  expect(await db.meta.get('ballast')).toBeDefined()
  writes = 0
  expect(await withQuota(db, failing(1))).toBe('saved')
  expect(writes).toBe(2)
  expect(await db.meta.get('ballast')).toBeUndefined()
  writes = 0
  await expect(withQuota(db, failing(9))).rejects.toBeInstanceOf(StorageFullError)
})

test('does not treat another failure as a full disk', async () => {
  const { db } = createTestDevice()
  await allocateReserve(db, 1000)
  await expect(withQuota(db, () => Promise.reject(new TypeError('no')))).rejects.toThrow(TypeError)
  expect(await db.meta.get('ballast')).toBeDefined()
})

test('asks for persistent storage when it is first needed, and reports a denial', async () => {
  const storage = (persisted: boolean, granted: boolean) =>
    ({ persisted: async () => persisted, persist: async () => granted }) as StorageManager
  expect(await requestPersistence(storage(true, false))).toBe(true)
  expect(await requestPersistence(storage(false, true))).toBe(true)
  expect(await requestPersistence(storage(false, false))).toBe(false)
  expect(await requestPersistence(undefined)).toBe(false)
})

test('reports data as safe with persistent storage and the reserve, without asking for permission [OF03]', async () => {
  const { db } = createTestDevice()
  const storage = (persisted: () => Promise<boolean>) => ({ persisted }) as StorageManager
  expect(
    await isPersisted(
      db,
      storage(async () => true),
    ),
  ).toBe(false)
  await allocateReserve(db, 1000)
  expect(
    await isPersisted(
      db,
      storage(async () => true),
    ),
  ).toBe(true)
  expect(
    await isPersisted(
      db,
      storage(async () => false),
    ),
  ).toBe(false)
  expect(
    await isPersisted(
      db,
      storage(() => Promise.reject(new TypeError('insecure'))),
    ),
  ).toBe(false)
  expect(await isPersisted(db, undefined)).toBe(false)
})
