import { Dexie } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { create } from 'zustand'
import type { ChoiceRow, OfflineDatabase, OutboxRow, Owner, RecordRow, Trouble } from './database.ts'
import type { Offline } from './engine.ts'

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

/** What a table shows of an entity: a page of it, the newest first, or what `matches`. Shaped like a read of a list. */
export function useSavedPage<T>(entity: string, { page, limit }: Page, matches?: (data: T) => boolean) {
  const engine = offline((state) => state.engine)
  const data = useLiveQuery(
    () => (engine ? readPage<T>(engine.db, entity, { page, limit }, matches) : undefined),
    [engine, entity, page, limit, matches],
  )
  return { data, isError: false, isFetching: data === undefined, refetch: () => void engine?.sendNow() }
}

/** All records of an entity, for choices in forms. */
export function useSavedList<T>(entity: string): Saved<T>[] | undefined {
  const engine = offline((state) => state.engine)
  return useLiveQuery(
    async () => (engine ? (await readPage<T>(engine.db, entity, { page: 1, limit: Infinity })).rows : undefined),
    [engine, entity],
  )
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

async function readPage<T>(
  db: OfflineDatabase,
  entity: string,
  { page, limit }: Page,
  matches?: (data: T) => boolean,
): Promise<{ rows: Saved<T>[]; total: number }> {
  // Ids are made in the order of time, so the key alone gives the newest first and a page costs a page.
  const all = db.records.where('[entity+id]').between([entity, Dexie.minKey], [entity, Dexie.maxKey]).reverse()
  const wanted = matches ? all.filter(({ data }) => matches(data as T)) : all
  const from = (page - 1) * (Number.isFinite(limit) ? limit : 0)
  const [rows, total] = await Promise.all([wanted.clone().offset(from).limit(limit).toArray(), wanted.count()])
  return { rows: await withState<T>(db, rows), total }
}

async function withState<T>(db: OfflineDatabase, rows: readonly RecordRow[]): Promise<Saved<T>[]> {
  const keys = rows.map(({ entity, id }) => [entity, id] as [string, string])
  const pending = await db.outbox.where('[entity+recordId]').anyOf(keys).toArray()
  const byRecord = Map.groupBy(pending, ({ recordId }) => recordId)
  return rows.map(({ id, ver, data }) => ({ id, ver, data: data as T, ...stateOf(byRecord.get(id) ?? []) }))
}

function stateOf(pending: readonly OutboxRow[]): Pick<Saved<unknown>, 'state' | 'opId' | 'trouble'> {
  const first = pending.find(({ state }) => state === 'attention') ?? pending[0]
  if (!first) return { state: 'sent' }
  const { opId, trouble } = first
  return { state: first.state === 'attention' ? 'attention' : 'waiting', opId, ...(trouble && { trouble }) }
}
