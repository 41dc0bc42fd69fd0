import { liveQuery } from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import type { OfflineDatabase } from '#client/core/offline/database/database.ts'

/** A query of the device's data. Queries with the same key are shared; one without a key belongs to its hook alone. */
export type LiveQuery<T> = { key: string | undefined; read: (db: OfflineDatabase) => Promise<T> }

type Observer<T> = { next: (value: T) => void; error?: ((reason: unknown) => void) | undefined }
type SharedQuery<T> = {
  hasValue(): boolean
  getValue(): T
  subscribe(next: Observer<T>['next'], error?: Observer<T>['error']): () => void
}

/** Cached queries are dropped after this time without a reader, ms. */
const preloadedForMs = 10_000
const preloadedQueries = new WeakMap<OfflineDatabase, Map<string, SharedQuery<unknown>>>()

/**
 * Returns the result of a query, updated when the data changes. Undefined until the first result, and without a
 * database.
 */
export function useLiveQuery<T>(
  db: OfflineDatabase | undefined,
  { key, read }: LiveQuery<T>,
  ...identity: unknown[]
): T | undefined {
  return useObservable<T | undefined>(() => {
    if (!db) return emptyQuery
    const ahead = key === undefined ? undefined : preloadedQueries.get(db)?.get(key)
    return (ahead as SharedQuery<T> | undefined) ?? liveQuery(() => read(db))
  }, [db, key, ...identity])
}

const emptyQuery = {
  // Without a value here, a preloaded result is used in the first render with the database.
  hasValue: () => false,
  subscribe(next: (value: undefined) => void) {
    next(undefined)
    return () => {}
  },
}

/**
 * Starts queries before a screen is rendered, whose hooks then use the results. Resolves when each query has a result
 * or has failed.
 */
export async function preloadQueries(db: OfflineDatabase, queries: readonly LiveQuery<unknown>[]): Promise<void> {
  await Promise.all(queries.map((query) => preloadQuery(db, query)))
}

function preloadQuery(db: OfflineDatabase, { key, read }: LiveQuery<unknown>): Promise<void> {
  if (key === undefined) return Promise.resolve()
  const ofDatabase = preloadedQueries.get(db) ?? new Map<string, SharedQuery<unknown>>()
  preloadedQueries.set(db, ofDatabase)
  const live = shareQuery(
    () => read(db),
    () => ofDatabase.get(key) === live && ofDatabase.delete(key),
  )
  ofDatabase.set(key, live)
  return new Promise((resolve) => {
    const done = () => resolve()
    setTimeout(live.subscribe(done, done), preloadedForMs)
  })
}

/**
 * One live query per key for all hooks. A new hook gets the last result immediately. The query ends with the last hook.
 */
function shareQuery<T>(read: () => Promise<T>, ended: () => void): SharedQuery<T> {
  const query = liveQuery(read)
  const followers = new Set<Observer<T>>()
  let last: { value: T } | undefined
  let source: { unsubscribe(): void } | undefined

  function listen() {
    source = query.subscribe(
      (value) => {
        last = { value }
        for (const { next } of followers) next(value)
      },
      (reason) => {
        const currentFollowers = [...followers]
        end()
        for (const { error } of currentFollowers) error?.(reason)
      },
    )
  }
  function end() {
    source?.unsubscribe()
    source = last = undefined
    ended()
  }
  return {
    hasValue: () => last !== undefined,
    getValue: () => last!.value,
    subscribe(next, error) {
      const follower = { next, error }
      followers.add(follower)
      if (last) next(last.value)
      if (!source) listen()
      return () => {
        followers.delete(follower)
        if (followers.size === 0) end()
      }
    },
  }
}
