import 'fake-indexeddb/auto'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { type LiveQuery, preloadQueries, useLiveQuery } from './live-query.ts'

afterEach(cleanup)

const record = (name: string) => ({ entity: 'thing', id: recordId, ver: 1, gen: 0, data: { name } })

/** A query of the names of all records, and a counter of its reads. */
function namesOf(key: string | undefined = 'names') {
  const reads = { count: 0 }
  const reading: LiveQuery<string[]> = {
    key,
    async read({ records }) {
      reads.count++
      return (await records.toArray()).map(({ data }) => (data as { name: string }).name)
    },
  }
  return { reads, reading }
}

async function opened(name: string) {
  const db = new OfflineDatabase(name, { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => db.close())
  await db.records.put(record('Ada'))
  return db
}

test('renders preloaded data in the first render, reads it once, and follows changes [OF02]', async () => {
  const db = await opened('a')
  const { reads, reading } = namesOf()
  await preloadQueries(db, [reading])
  const drawn: unknown[] = []
  const { unmount } = renderHook(() => drawn.push(useLiveQuery(db, reading)))
  expect(drawn[0]).toEqual(['Ada'])
  expect(reads.count).toBe(1)
  await db.records.put(record('Bob'))
  await waitFor(() => expect(drawn.at(-1)).toEqual(['Bob']), { timeout: 10_000 })
  expect(drawn.filter((value) => value === undefined)).toEqual([])
  unmount()
})

test('renders data later without preloading, and no data when the user has no database [OF02]', async () => {
  const db = await opened('b')
  const { reading } = namesOf()
  const { result, rerender } = renderHook(({ of }) => useLiveQuery(of, reading), {
    initialProps: { of: db as OfflineDatabase | undefined },
  })
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toEqual(['Ada']), { timeout: 10_000 })
  rerender({ of: undefined })
  expect(result.current).toBeUndefined()
})

test('renders preloaded data in the first render after the database opens [OF02]', async () => {
  const db = await opened('g')
  const { reading } = namesOf()
  await preloadQueries(db, [reading])
  const drawn: unknown[] = []
  const { rerender } = renderHook(({ of }) => drawn.push(useLiveQuery(of, reading)), {
    initialProps: { of: undefined as OfflineDatabase | undefined },
  })
  rerender({ of: db })
  expect(drawn.slice(0, 2)).toEqual([undefined, ['Ada']])
})

test('never uses preloaded data of another database, or of a query without a key [OF02]', async () => {
  const [db, other] = [await opened('c'), await opened('d')]
  const { reading } = namesOf()
  const nameless = namesOf('')
  await preloadQueries(db, [reading, { ...nameless.reading, key: undefined }])
  expect(nameless.reads.count).toBe(0)
  expect(renderHook(() => useLiveQuery(other, reading)).result.current).toBeUndefined()
})

test('continues when a preload fails, and retries in the hook [OF02]', async () => {
  const db = await opened('e')
  const { reading } = namesOf()
  let fails = true
  const failingQuery = {
    ...reading,
    read: async (given: OfflineDatabase) => (fails ? Promise.reject(new Error('full')) : reading.read(given)),
  }
  await preloadQueries(db, [failingQuery])
  fails = false
  const { result } = renderHook(() => useLiveQuery(db, failingQuery))
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toEqual(['Ada']), { timeout: 10_000 })
})

test('shares one query between all hooks that follow it [OF02]', async () => {
  const db = await opened('f')
  const { reads, reading } = namesOf()
  await preloadQueries(db, [reading])
  const first = renderHook(() => useLiveQuery(db, reading))
  const second = renderHook(() => useLiveQuery(db, reading))
  expect([first.result.current, second.result.current]).toEqual([['Ada'], ['Ada']])
  first.unmount()
  await db.records.put(record('Bob'))
  await waitFor(() => expect(second.result.current).toEqual(['Bob']), { timeout: 10_000 })
  expect(reads.count).toBe(2)
  second.unmount()
})
