import { useMemo } from 'react'
import { create } from 'zustand'
import type { ChoiceRow, Key, OfflineDatabase, OutboxRow, Owner, RecordRow, Trouble } from './database.ts'
import type { Offline } from './engine.ts'
import { type Reading, readAhead, useReading } from './reading.ts'
import { ofEntity, rowsAt } from './rows.ts'

type Opened = {
  engine: Offline | undefined
  /** Whose data on this device could not be opened. */
  shut: Owner | undefined
}

/** The offline data of who is signed in; undefined while it opens, and for people who capture nothing. */
export const offline = create<Opened>()(() => ({ engine: undefined, shut: undefined }))

/**
 * - sent: the server has it · waiting: it is safe here and will be sent · attention: the server refused it, `trouble` says why
 */
export type SavedState = 'sent' | 'waiting' | 'attention'

export type Saved<T> = {
  id: string
  /** The server's version, 0 until it knows the record. */
  ver: number
  data: T
  state: SavedState
  /** The operation that decides `state`. */
  opId?: string
  trouble?: Trouble
}

type Page = { page: number; limit: number }
type Matches<T> = (data: T) => boolean

/** A page of an entity's records, the newest first, or of those that match. */
export const savedPage = <T>(entity: string, { page, limit }: Page, matches?: Matches<T>): Reading<Saved<T>[]> => ({
  key: matches ? undefined : `page ${entity} ${page} ${limit}`,
  read: (db) => readPage<T>(db, entity, { page, limit }, matches),
})

/** All records of an entity. */
export const savedList = <T>(entity: string): Reading<Saved<T>[]> => savedPage(entity, { page: 1, limit: Infinity })

/** Records that differ from what the server has, as the server has them. */
export const serverSide = <T>(entity: string): Reading<ReadonlyMap<string, T>> => ({
  key: `server ${entity}`,
  async read({ shadow }) {
    const rows = await ofEntity(shadow, '[entity+id]', entity).toArray()
    return new Map(rows.map(({ id, data }) => [id, data as T]))
  },
})

/** The clashes of an entity's records that somebody has to decide. */
export const choicesOf = (entity: string): Reading<ChoiceRow[]> => ({
  key: `choices ${entity}`,
  read: ({ choices }) => ofEntity(choices, '[entity+recordId]', entity).toArray(),
})

const useDatabase = () => offline((state) => state.engine?.db)

/**
 * What a table shows of an entity: a page of it. Shaped like a read of a list; the rows do not wait until all are counted, and
 * until then the total is 0.
 */
export function useSavedPage<T>(entity: string, page: Page, matches?: Matches<T>) {
  const engine = offline((state) => state.engine)
  const rows = useReading(engine?.db, savedPage(entity, page, matches), page.page, page.limit, matches)
  const isRead = rows !== undefined
  const count: Reading<number | undefined> = {
    key: undefined,
    read: async (db) => (isRead ? newestFirst<T>(db, entity, matches).count() : undefined),
  }
  const total = useReading(engine?.db, count, entity, matches, isRead)
  const data = useMemo(() => rows && { rows, total: total ?? 0 }, [rows, total])
  return { data, isError: false, isFetching: data === undefined, refetch: () => void engine?.sendNow() }
}

/** All records of an entity, for choices in forms. */
export function useSavedList<T>(entity: string): Saved<T>[] | undefined {
  return useReading(useDatabase(), savedList<T>(entity))
}

/** One record; null where there is none, undefined while it is looked up. */
export function useSaved<T>(entity: string, id: string | undefined): Saved<T> | null | undefined {
  const one: Reading<Saved<T> | null | undefined> = {
    key: undefined,
    async read(db) {
      if (id === undefined) return undefined
      const row = await db.records.get([entity, id])
      return row ? ((await withState<T>(db, [row]))[0] ?? null) : null
    },
  }
  return useReading(useDatabase(), one, entity, id)
}

/** Records that differ from what the server has, as the server has them. */
export function useServerSide<T>(entity: string): ReadonlyMap<string, T> | undefined {
  return useReading(useDatabase(), serverSide<T>(entity))
}

/** The clashes of an entity's records that somebody has to decide. */
export function useChoices(entity: string): readonly ChoiceRow[] | undefined {
  return useReading(useDatabase(), choicesOf(entity))
}

/** Begins what the first screen reads, where the device's data is open. */
export async function beginReadings(...readings: readonly Reading<unknown>[]): Promise<void> {
  const { engine } = offline.getState()
  if (engine) await readAhead(engine.db, readings)
}

/** For actions: throws where nothing can be captured, which no button offers. */
export function engineNow(): Offline {
  const { engine } = offline.getState()
  if (!engine) throw new Error('The offline data is not open')
  return engine
}

/** Ids are made in the order of time, so the key alone gives the newest first and a page costs a page. */
function newestFirst<T>(db: OfflineDatabase, entity: string, matches?: (data: T) => boolean) {
  const all = ofEntity(db.records, '[entity+id]', entity).reverse()
  return matches ? all.filter(({ data }) => matches(data as T)) : all
}

async function readPage<T>(
  db: OfflineDatabase,
  entity: string,
  { page, limit }: Page,
  matches?: (data: T) => boolean,
): Promise<Saved<T>[]> {
  const from = (page - 1) * (Number.isFinite(limit) ? limit : 0)
  const rows = await newestFirst<T>(db, entity, matches).offset(from).limit(limit).toArray()
  return withState<T>(db, rows)
}

async function withState<T>(db: OfflineDatabase, rows: readonly RecordRow[]): Promise<Saved<T>[]> {
  const keys = rows.map(({ entity, id }): Key => [entity, id])
  const pending = await rowsAt(db.outbox, '[entity+recordId]', keys, ({ entity, recordId }) => [entity, recordId])
  const byRecord = Map.groupBy(pending, ({ recordId }) => recordId)
  return rows.map(({ id, ver, data }) => ({ id, ver, data: data as T, ...stateOf(byRecord.get(id) ?? []) }))
}

function stateOf(pending: readonly OutboxRow[]): Pick<Saved<unknown>, 'state' | 'opId' | 'trouble'> {
  const first = pending.find(({ state }) => state === 'attention') ?? pending[0]
  if (!first) return { state: 'sent' }
  const { opId, trouble } = first
  return { state: first.state === 'attention' ? 'attention' : 'waiting', opId, ...(trouble && { trouble }) }
}
