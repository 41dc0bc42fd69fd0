import { liveQuery } from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import type { OfflineDatabase } from './database.ts'

/** What a screen reads of the device's data. Readings of the same key are the same; one without a key is its hook's alone. */
export type Reading<T> = { key: string | undefined; read: (db: OfflineDatabase) => Promise<T> }

type Told<T> = { next: (value: T) => void; error?: ((reason: unknown) => void) | undefined }
type Live<T> = {
  hasValue(): boolean
  getValue(): T
  subscribe(next: Told<T>['next'], error?: Told<T>['error']): () => void
}

/** Nobody asks any more for what was read so long ago, ms. */
const heldMs = 10_000
const held = new WeakMap<OfflineDatabase, Map<string, Live<unknown>>>()

/** Follows a reading: its result, again whenever the data behind it changes; undefined until the first, and without data. */
export function useReading<T>(
  db: OfflineDatabase | undefined,
  { key, read }: Reading<T>,
  ...identity: unknown[]
): T | undefined {
  return useObservable<T | undefined>(() => {
    if (!db) return nothing
    const ahead = key === undefined ? undefined : held.get(db)?.get(key)
    return (ahead as Live<T> | undefined) ?? liveQuery(() => read(db))
  }, [db, key, ...identity])
}

const nothing = {
  // So that what was read ahead counts in the drawing that first knows the data.
  hasValue: () => false,
  subscribe(next: (value: undefined) => void) {
    next(undefined)
    return () => {}
  },
}

/** Begins readings before a screen is drawn, whose hooks then find the results there. Ends when all are, or have failed. */
export async function readAhead(db: OfflineDatabase, readings: readonly Reading<unknown>[]): Promise<void> {
  await Promise.all(readings.map((reading) => hold(db, reading)))
}

function hold(db: OfflineDatabase, { key, read }: Reading<unknown>): Promise<void> {
  if (key === undefined) return Promise.resolve()
  const ofDatabase = held.get(db) ?? new Map<string, Live<unknown>>()
  held.set(db, ofDatabase)
  const live = shared(
    () => read(db),
    () => ofDatabase.get(key) === live && ofDatabase.delete(key),
  )
  ofDatabase.set(key, live)
  return new Promise((resolve) => {
    const done = () => resolve()
    setTimeout(live.subscribe(done, done), heldMs)
  })
}

/** One live query for all who follow it; who joins hears its last result at once. It ends with the last of them. */
function shared<T>(read: () => Promise<T>, ended: () => void): Live<T> {
  const query = liveQuery(read)
  const followers = new Set<Told<T>>()
  let last: { value: T } | undefined
  let source: { unsubscribe(): void } | undefined

  function listen() {
    source = query.subscribe(
      (value) => {
        last = { value }
        for (const { next } of followers) next(value)
      },
      (reason) => {
        const told = [...followers]
        end()
        for (const { error } of told) error?.(reason)
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
