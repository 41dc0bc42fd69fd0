import { Dexie } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { create } from 'zustand'
import type { ChoiceRow, Key, OfflineDatabase, OutboxRow, Owner, RecordRow, Trouble } from './database.ts'
import type { Offline } from './engine.ts'
import { rowsAt } from './rows.ts'

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

/**
 * What a table shows of an entity: a page of it, the newest first, or what `matches`. Shaped like a read of a list; the rows
 * do not wait until all are counted, and until then the total is 0.
 */
export function useSavedPage<T>(entity: string, { page, limit }: Page, matches?: (data: T) => boolean) {
  const engine = offline((state) => state.engine)
  const rows = useLiveQuery(
    () => engine && readPage<T>(engine.db, entity, { page, limit }, matches),
    [engine, entity, page, limit, matches],
  )
  const isRead = rows !== undefined
  const total = useLiveQuery(
    async () => (engine && isRead ? newestFirst<T>(engine.db, entity, matches).count() : undefined),
    [engine, entity, matches, isRead],
  )
  const data = useMemo(() => rows && { rows, total: total ?? 0 }, [rows, total])
  return { data, isError: false, isFetching: data === undefined, refetch: () => void engine?.sendNow() }
}

/** All records of an entity, for choices in forms. */
export function useSavedList<T>(entity: string): Saved<T>[] | undefined {
  const engine = offline((state) => state.engine)
  return useLiveQuery(() => engine && readPage<T>(engine.db, entity, { page: 1, limit: Infinity }), [engine, entity])
}

/** One record; null where there is none, undefined while it is looked up. */
export function useSaved<T>(entity: string, id: string | undefined): Saved<T> | null | undefined {
  const engine = offline((state) => state.engine)
  return useLiveQuery(async () => {
    if (!engine || id === undefined) return undefined
    const row = await engine.db.records.get([entity, id])
    return row ? ((await withState<T>(engine.db, [row]))[0] ?? null) : null
  }, [engine, entity, id])
}

/** Records that differ from what the server has, as the server has them. */
export function useServerSide<T>(entity: string): ReadonlyMap<string, T> | undefined {
  const engine = offline((state) => state.engine)
  return useLiveQuery(async () => {
    const rows = await engine?.db.shadow
      .where('[entity+id]')
      .between([entity, Dexie.minKey], [entity, Dexie.maxKey])
      .toArray()
    return rows && new Map(rows.map(({ id, data }) => [id, data as T]))
  }, [engine, entity])
}

/** The clashes of an entity's records that somebody has to decide. */
export function useChoices(entity: string): readonly ChoiceRow[] | undefined {
  const engine = offline((state) => state.engine)
  return useLiveQuery(
    async () =>
      engine?.db.choices.where('[entity+recordId]').between([entity, Dexie.minKey], [entity, Dexie.maxKey]).toArray(),
    [engine, entity],
  )
}

/** For actions: throws where nothing can be captured, which no button offers. */
export function engineNow(): Offline {
  const { engine } = offline.getState()
  if (!engine) throw new Error('The offline data is not open')
  return engine
}

/** Ids are made in the order of time, so the key alone gives the newest first and a page costs a page. */
function newestFirst<T>(db: OfflineDatabase, entity: string, matches?: (data: T) => boolean) {
  const all = db.records.where('[entity+id]').between([entity, Dexie.minKey], [entity, Dexie.maxKey]).reverse()
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
