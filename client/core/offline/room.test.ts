// @vitest-environment node
import { expect, test } from 'vitest'
import { phoneOf } from './phone.fixture.ts'
import { isKept, layBallast, persistStorage, withRoom } from './room.ts'
import { StorageFull } from './storage-full.ts'

const full = () => Object.assign(new Error('write failed'), { inner: new DOMException('full', 'QuotaExceededError') })

test('OF03 on a full disk caches are given up first, then the ballast, then the save is refused visibly', async () => {
  const { db } = phoneOf()
  await layBallast(db, 1000)
  const given: string[] = []
  const freeCaches = async () => void given.push('caches')
  const needs = (steps: number) => async () => {
    given.push('write')
    if (given.filter((word) => word === 'write').length <= steps) throw full()
    return 'saved'
  }
  expect(await withRoom(db, freeCaches, needs(1))).toBe('saved')
  expect(given.splice(0)).toEqual(['write', 'caches', 'write'])
  expect(await db.meta.get('ballast')).toBeDefined()
  expect(await withRoom(db, freeCaches, needs(2))).toBe('saved')
  expect(given.splice(0)).toEqual(['write', 'caches', 'write', 'write'])
  expect(await db.meta.get('ballast')).toBeUndefined()
  await expect(withRoom(db, freeCaches, needs(9))).rejects.toBeInstanceOf(StorageFull)
})

test('another failure is not taken for a full disk', async () => {
  const { db } = phoneOf()
  const freed: string[] = []
  const failing = withRoom(
    db,
    async () => void freed.push('x'),
    () => Promise.reject(new TypeError('no')),
  )
  await expect(failing).rejects.toThrow(TypeError)
  expect(freed).toEqual([])
})

test('the browser’s promise to keep the data is asked for once it is needed, and its refusal is known', async () => {
  const storage = (persisted: boolean, granted: boolean) =>
    ({ persisted: async () => persisted, persist: async () => granted }) as StorageManager
  expect(await persistStorage(storage(true, false))).toBe(true)
  expect(await persistStorage(storage(false, true))).toBe(true)
  expect(await persistStorage(storage(false, false))).toBe(false)
  expect(await persistStorage(undefined)).toBe(false)
})

test('OF03 what is here is kept by a promise of the browser and with the ballast; nobody is asked for it', async () => {
  const { db } = phoneOf()
  const storage = (persisted: () => Promise<boolean>) => ({ persisted }) as StorageManager
  expect(
    await isKept(
      db,
      storage(async () => true),
    ),
  ).toBe(false)
  await layBallast(db, 1000)
  expect(
    await isKept(
      db,
      storage(async () => true),
    ),
  ).toBe(true)
  expect(
    await isKept(
      db,
      storage(async () => false),
    ),
  ).toBe(false)
  expect(
    await isKept(
      db,
      storage(() => Promise.reject(new TypeError('insecure'))),
    ),
  ).toBe(false)
  expect(await isKept(db, undefined)).toBe(false)
})
