// @vitest-environment node
import { expect, test } from 'vitest'
import { createTestDevice } from '#client/core/offline/model/test-device.fixture.ts'
import { allocateReserve, isPersisted, requestPersistence, withQuota } from './quota.ts'
import { StorageFullError } from './storage-full.ts'

const full = () => Object.assign(new Error('write failed'), { inner: new DOMException('full', 'QuotaExceededError') })

test('OF03 frees caches first, then the reserve, and then reports the failed save when the disk is full', async () => {
  const { db } = createTestDevice()
  await allocateReserve(db, 1000)
  const given: string[] = []
  const freeCaches = async () => void given.push('caches')
  const needs = (steps: number) => async () => {
    given.push('write')
    if (given.filter((word) => word === 'write').length <= steps) throw full()
    return 'saved'
  }
  expect(await withQuota(db, freeCaches, needs(1))).toBe('saved')
  expect(given.splice(0)).toEqual(['write', 'caches', 'write'])
  expect(await db.meta.get('ballast')).toBeDefined()
  expect(await withQuota(db, freeCaches, needs(2))).toBe('saved')
  expect(given.splice(0)).toEqual(['write', 'caches', 'write', 'write'])
  expect(await db.meta.get('ballast')).toBeUndefined()
  await expect(withQuota(db, freeCaches, needs(9))).rejects.toBeInstanceOf(StorageFullError)
})

test('does not treat another failure as a full disk', async () => {
  const { db } = createTestDevice()
  const freed: string[] = []
  const failing = withQuota(
    db,
    async () => void freed.push('x'),
    () => Promise.reject(new TypeError('no')),
  )
  await expect(failing).rejects.toThrow(TypeError)
  expect(freed).toEqual([])
})

test('asks for persistent storage when it is first needed, and reports a denial', async () => {
  const storage = (persisted: boolean, granted: boolean) =>
    ({ persisted: async () => persisted, persist: async () => granted }) as StorageManager
  expect(await requestPersistence(storage(true, false))).toBe(true)
  expect(await requestPersistence(storage(false, true))).toBe(true)
  expect(await requestPersistence(storage(false, false))).toBe(false)
  expect(await requestPersistence(undefined)).toBe(false)
})

test('OF03 reports data as safe with persistent storage and the reserve, without asking for permission', async () => {
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
