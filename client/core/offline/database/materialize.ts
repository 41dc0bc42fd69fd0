import { applyPatch, type Fields } from '#shared/sync/rules.ts'
import type { OfflineDatabase, OutboxRow, RecordKey, RecordRow, ServerBaseRow } from './database.ts'
import { readKeys } from './range-reads.ts'

/** Applies an operation to a record; undefined removes the record. */
export function applyOperation(
  fields: Fields | undefined,
  { kind, patch }: Pick<OutboxRow, 'kind' | 'patch'>,
): Fields | undefined {
  return kind === 'remove' ? undefined : applyPatch(fields ?? {}, patch)
}

/** The operations that are not yet in the server's state of these records, by record, in their order. */
export async function pendingOperations(
  db: OfflineDatabase,
  keys: readonly RecordKey[],
): Promise<Map<string, OutboxRow[]>> {
  const rows = await readKeys(
    db.outbox,
    '[entity+recordId]',
    keys,
    ({ entity, recordId }): RecordKey => [entity, recordId],
  )
  const pending = rows.filter(({ replay }) => !replay).sort((a, b) => a.at - b.at)
  return Map.groupBy(pending, ({ entity, recordId }) => keyText([entity, recordId]))
}

/** The operation that new operations of a record depend on. Each operation waits for the previous one. */
export async function findLastPending(db: OfflineDatabase, key: RecordKey): Promise<string[]> {
  const rows = await db.outbox.where('[entity+recordId]').equals(key).sortBy('at')
  return rows.slice(-1).map(({ opId }) => opId)
}

/** Ids of the operations in the outbox or sent from here, and of the operations that they supersede. */
export async function readKnownOperationIds(db: OfflineDatabase): Promise<Set<string>> {
  const known = new Set<string>()
  for (const { done } of await db.journal.toArray()) {
    for (const { operation, replaces = [] } of done) {
      for (const id of [operation.opId, operation.supersedes, ...replaces]) if (id) known.add(id)
    }
  }
  for (const { opId, replaces } of await db.outbox.toArray()) for (const id of [opId, ...replaces]) known.add(id)
  return known
}

/** The server's state of those records that differ from it. */
export function readServerBases(db: OfflineDatabase, keys: readonly RecordKey[]): Promise<ServerBaseRow[]> {
  return readKeys(db.serverBase, '[entity+id]', keys, ({ entity, id }): RecordKey => [entity, id])
}

export function keyText([entity, id]: RecordKey): string {
  return `${entity} ${id}`
}

/** The server's state of a record, and the operations to apply to it. */
export type RecordLayers = { key: RecordKey; base: ServerBaseRow | undefined; pending: readonly OutboxRow[] }

/**
 * Writes a record as the server's state with `pending` applied. Without pending operations the server's state is the
 * record.
 */
export function materialize(
  db: OfflineDatabase,
  key: RecordKey,
  base: ServerBaseRow | undefined,
  pending: readonly OutboxRow[],
): Promise<void> {
  return materializeAll(db, [{ key, base, pending }])
}

/** Does the same for several different records, in a constant number of requests. */
export async function materializeAll(db: OfflineDatabase, list: readonly RecordLayers[]): Promise<void> {
  if (list.length === 0) return
  const { covered = [], bare = [] } = Object.groupBy(list, ({ base, pending }) =>
    base && pending.length > 0 ? 'covered' : 'bare',
  )
  const views = list.map(({ key: [entity, id], base, pending }) => {
    const data = pending.reduce<Fields | undefined>(applyOperation, base?.data)
    return {
      key: [entity, id] as RecordKey,
      view: data && { entity, id, ver: base?.ver ?? 0, data, gen: base?.gen ?? 0 },
    }
  })
  const uncovered = await readServerBases(
    db,
    bare.map(({ key }) => key),
  )
  await Promise.all([
    db.serverBase.bulkPut(covered.flatMap(({ base }) => base ?? [])),
    db.serverBase.bulkDelete(uncovered.map(({ entity, id }): RecordKey => [entity, id])),
    db.records.bulkPut(views.flatMap(({ view }): RecordRow[] => (view ? [view] : []))),
    db.records.bulkDelete(views.filter(({ view }) => !view).map(({ key }) => key)),
  ])
}

/** The last server state of a record that this device knows. */
export async function serverBaseOf(
  db: OfflineDatabase,
  key: RecordKey,
  pending: readonly OutboxRow[],
): Promise<ServerBaseRow | undefined> {
  return pending.length > 0 ? db.serverBase.get(key) : db.records.get(key)
}
