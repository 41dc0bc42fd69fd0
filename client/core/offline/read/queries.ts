import { Dexie } from 'dexie'
import { useMemo } from 'react'
import { create } from 'zustand'
import type {
  ConflictRow,
  OfflineDatabase,
  OutboxRow,
  RecordKey,
  RecordRow,
  Rejection,
} from '#client/core/offline/database/database.ts'
import { initialCursor, readMeta } from '#client/core/offline/database/database.ts'
import type { Owner } from '#client/core/offline/database/database-name.ts'
import { readKeys, rowsOfEntity } from '#client/core/offline/database/range-reads.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { type LiveQuery, preloadQueries, useLiveQuery } from './live-query.ts'

type OfflineState = {
  engine: OfflineEngine | undefined
  /** The owner of data on this device that could not be opened. */
  failedOwner: Owner | undefined
}

/** The offline data of the signed-in user. Undefined while it opens, and for users without offline data. */
export const offline = create<OfflineState>()(() => ({ engine: undefined, failedOwner: undefined }))

/**
 * - sent: the server has it · waiting: it is stored here and will be sent · attention: the server rejected it, see
 *   `rejection`
 */
export type SyncState = 'sent' | 'waiting' | 'attention'

export type OfflineRecord<T> = {
  id: string
  /** The server's version; 0 until the server has the record. */
  ver: number
  data: T
  state: SyncState
  /** The operation that determines `state`. */
  opId?: string
  rejection?: Rejection
}

type Page = { page: number; limit: number }
type Matches<T> = (data: T, id: string) => boolean

/** A page of an entity's records, newest first. */
export const recordPageQuery = <T>(entity: string, { page, limit }: Page): LiveQuery<OfflineRecord<T>[]> => ({
  key: `page ${entity} ${page} ${limit}`,
  async read(db) {
    const from = (page - 1) * (Number.isFinite(limit) ? limit : 0)
    return withState<T>(db, await newestFirst(db, entity).offset(from).limit(limit).toArray())
  },
})

/** All records of an entity. */
export const recordListQuery = <T>(entity: string): LiveQuery<OfflineRecord<T>[]> =>
  recordPageQuery(entity, { page: 1, limit: Infinity })

/** The server's state of the records that differ from it. */
export const serverBaseQuery = <T>(entity: string): LiveQuery<ReadonlyMap<string, T>> => ({
  key: `server ${entity}`,
  async read({ serverBase }) {
    const rows = await rowsOfEntity(serverBase, '[entity+id]', entity).toArray()
    return new Map(rows.map(({ id, data }) => [id, data as T]))
  },
})

/** The unresolved conflicts of an entity's records. */
export const conflictsQuery = (entity: string): LiveQuery<ConflictRow[]> => ({
  key: `conflicts ${entity}`,
  read: ({ conflicts }) => rowsOfEntity(conflicts, '[entity+recordId]', entity).toArray(),
})

const useDatabase = () => offline((state) => state.engine?.db)

/**
 * A page of an entity's records, or of those that match, for a table, in the shape of `useRead` of a list. The rows are
 * returned before the count; until then the total is 0.
 */
export function useRecordPage<T>(entity: string, page: Page, matches?: Matches<T>) {
  const engine = offline((state) => state.engine)
  const { page: number, limit } = page
  const pageRows = useLiveQuery(matches ? undefined : engine?.db, recordPageQuery<T>(entity, page), number, limit)
  const search = { key: undefined, read: (db: OfflineDatabase) => readMatching<T>(db, entity, page, matches!) }
  const found = useLiveQuery(matches && engine?.db, search, entity, number, limit, matches)
  const rows = matches ? found?.rows : pageRows
  const isCounted = matches !== undefined && found?.total !== undefined
  const count: LiveQuery<number | undefined> = {
    key: undefined,
    async read(db) {
      if (rows === undefined || isCounted) return undefined
      return matches ? countMatching(db, entity, matches) : newestFirst(db, entity).count()
    },
  }
  const counted = useLiveQuery(engine?.db, count, entity, matches, rows === undefined, isCounted)
  const total = (isCounted ? found?.total : counted) ?? 0
  const data = useMemo(() => rows && { rows, total }, [rows, total])
  return { data, isError: false, isFetching: data === undefined, refetch: () => void engine?.sendNow() }
}

/** All records of an entity, for choices in forms. */
export function useRecordList<T>(entity: string): OfflineRecord<T>[] | undefined {
  return useLiveQuery(useDatabase(), recordListQuery<T>(entity))
}

/** The newest records that match, for choices in forms. Undefined until they are read, and without `matches`. */
export function useNewestRecords<T>(
  entity: string,
  limit: number,
  matches: Matches<T> | undefined,
): OfflineRecord<T>[] | undefined {
  const db = useDatabase()
  const newest: LiveQuery<OfflineRecord<T>[]> = {
    key: undefined,
    async read(db) {
      const rows: RecordRow[] = []
      await scanNewestFirst<T>(db, entity, matches!, (row) => rows.push(row) < limit)
      return withState<T>(db, rows)
    },
  }
  return useLiveQuery(matches && db, newest, entity, limit, matches)
}

/** The records of an entity with operations that the server has not acknowledged. */
export function useUnsentRecords<T>(entity: string): OfflineRecord<T>[] | undefined {
  const unsent: LiveQuery<OfflineRecord<T>[]> = {
    key: undefined,
    async read(db) {
      const keys = await rowsOfEntity(db.outbox, '[entity+recordId]', entity).uniqueKeys()
      const rows = await db.records.bulkGet(keys as unknown as RecordKey[])
      return withState<T>(
        db,
        rows.filter((row) => row !== undefined),
      )
    },
  }
  return useLiveQuery(useDatabase(), unsent, entity)
}

/** One record; null when it does not exist, undefined while it is read. */
export function useRecord<T>(entity: string, id: string | undefined): OfflineRecord<T> | null | undefined {
  const one: LiveQuery<OfflineRecord<T> | null | undefined> = {
    key: undefined,
    async read(db) {
      if (id === undefined) return undefined
      const row = await db.records.get([entity, id])
      return row ? ((await withState<T>(db, [row]))[0] ?? null) : null
    },
  }
  return useLiveQuery(useDatabase(), one, entity, id)
}

/** Whether this device has not read all records from the server yet. */
export function useIsIncomplete(): boolean {
  const cursor: LiveQuery<boolean> = {
    key: undefined,
    read: async (db) => (await readMeta(db, 'cursor', initialCursor)).starting,
  }
  return useLiveQuery(useDatabase(), cursor) ?? true
}

/** The server's state of the records that differ from it. */
export function useServerBase<T>(entity: string): ReadonlyMap<string, T> | undefined {
  return useLiveQuery(useDatabase(), serverBaseQuery<T>(entity))
}

/** The unresolved conflicts of an entity's records. */
export function useConflicts(entity: string): readonly ConflictRow[] | undefined {
  return useLiveQuery(useDatabase(), conflictsQuery(entity))
}

/** Starts the queries of the first screen, if the offline data is open. */
export async function preloadOfflineQueries(...queries: readonly LiveQuery<unknown>[]): Promise<void> {
  const { engine } = offline.getState()
  if (engine) await preloadQueries(engine.db, queries)
}

/** For actions: throws when the user has no offline data. Screens offer no action in that case. */
export function requireEngine(): OfflineEngine {
  const { engine } = offline.getState()
  if (!engine) throw new Error('The offline data is not open')
  return engine
}

/** Ids begin with their time, so the key order is the order of creation and reading a page reads only its rows. */
function newestFirst(db: OfflineDatabase, entity: string) {
  return rowsOfEntity(db.records, '[entity+id]', entity).reverse()
}

/** A page of the matching records, and their number if all records had to be read for the page. */
async function readMatching<T>(db: OfflineDatabase, entity: string, { page, limit }: Page, matches: Matches<T>) {
  const rows: RecordRow[] = []
  const from = (page - 1) * limit
  let seen = 0
  const isWhole = await scanNewestFirst<T>(db, entity, matches, (row) => {
    if (seen++ >= from) rows.push(row)
    return rows.length < limit
  })
  return { rows: await withState<T>(db, rows), ...(isWhole && { total: seen }) }
}

async function countMatching<T>(db: OfflineDatabase, entity: string, matches: Matches<T>): Promise<number> {
  let count = 0
  await scanNewestFirst<T>(db, entity, matches, () => {
    count++
    return true
  })
  return count
}

/** The number of records that a search reads in one request: a request for each of them would take most of its time. */
const scannedAtOnce = 500

/** Calls `visit` with the matching records, newest first, until it returns false. Returns whether it saw all of them. */
async function scanNewestFirst<T>(
  db: OfflineDatabase,
  entity: string,
  matches: Matches<T>,
  visit: (row: RecordRow) => boolean,
): Promise<boolean> {
  let before: [string, unknown] = [entity, Dexie.maxKey]
  for (;;) {
    const rows = await db.records
      .where('[entity+id]')
      .between([entity, Dexie.minKey], before, true, false)
      .reverse()
      .limit(scannedAtOnce)
      .toArray()
    for (const row of rows) if (matches(row.data as T, row.id) && !visit(row)) return false
    if (rows.length < scannedAtOnce) return true
    before = [entity, rows.at(-1)!.id]
  }
}

async function withState<T>(db: OfflineDatabase, rows: readonly RecordRow[]): Promise<OfflineRecord<T>[]> {
  const keys = rows.map(({ entity, id }): RecordKey => [entity, id])
  const pending = await readKeys(db.outbox, '[entity+recordId]', keys, ({ entity, recordId }) => [entity, recordId])
  const byRecord = Map.groupBy(pending, ({ recordId }) => recordId)
  return rows.map(({ id, ver, data }) => ({ id, ver, data: data as T, ...stateOf(byRecord.get(id) ?? []) }))
}

function stateOf(pending: readonly OutboxRow[]): Pick<OfflineRecord<unknown>, 'state' | 'opId' | 'rejection'> {
  const first = pending.find(({ state }) => state === 'attention') ?? pending[0]
  if (!first) return { state: 'sent' }
  const { opId, rejection } = first
  return { state: first.state === 'attention' ? 'attention' : 'waiting', opId, ...(rejection && { rejection }) }
}
