import {
  type OfflineDatabase,
  type OutboxRow,
  type RecordKey,
  readMeta,
} from '#client/core/offline/database/database.ts'
import {
  keyText,
  knownOperationIds,
  materialize,
  pendingOperations,
  serverBaseOf,
} from '#client/core/offline/database/materialize.ts'
import type { Patch } from '#shared/sync/rules.ts'
import type { Clock } from './enqueue.ts'
import { operationIdsIn } from './export-import.ts'
import { maybeSent } from './sent-marker.ts'
import { skipSequence } from './sequence.ts'
import { withNewId } from './supersede.ts'

/** An operation in flight may have arrived, so it cannot be discarded, only edited. */
export class MaybeSentError extends Error {
  override name = 'MaybeSentError'
}

/**
 * Takes an operation out of the outbox, for good after 30 days. What cannot be without it (everything that builds on a
 * record that never came to be) goes along; other later changes stay, as if it had never been. Answers what was taken.
 */
export function discard(db: OfflineDatabase, clock: Clock, opId: string): Promise<OutboxRow[]> {
  return db.transaction('rw', [db.records, db.shadow, db.outbox, db.discarded, db.meta], async () => {
    const row = await db.outbox.where('opId').equals(opId).first()
    if (!row) return []
    if (row.state !== 'attention' && (await maybeSent(db, row))) throw new MaybeSentError()
    const later = await dependents(db, row)
    const taken = row.kind === 'create' ? [row, ...later] : [row]
    const changed = row.kind === 'create' ? [] : later

    const keys = recordKeysOf([...taken, ...changed])
    const bases = await serverBasesOfKeys(db, keys)
    await db.outbox.bulkDelete(taken.map(({ at }) => at))
    await recordDiscarded(db, opId, taken)
    for (const next of changed) await db.outbox.put(await withoutDependency(db, clock, next, row))
    await rematerialize(db, keys, bases)
    return taken
  })
}

/** Something waits on this device that is not in the file. */
export class NotInExportError extends Error {
  override name = 'NotInExportError'
}

/**
 * Takes everything out of the outbox that its user has in a file, on its way or not: it may be sent from there anyway. All of
 * it or nothing, so that nothing is left behind that builds on what is gone. It comes back as a whole, for 30 days.
 */
export async function discardExported(db: OfflineDatabase, file: Blob): Promise<OutboxRow[]> {
  const saved = await operationIdsIn(file)
  return db.transaction('rw', [db.records, db.shadow, db.outbox, db.discarded, db.meta], async () => {
    const rows = await db.outbox.orderBy('at').toArray()
    const [first] = rows
    if (!first) return []
    if (!rows.every(({ opId }) => saved.has(opId))) throw new NotInExportError()
    const keys = recordKeysOf(rows)
    const bases = await serverBasesOfKeys(db, keys)
    await db.outbox.clear()
    await recordDiscarded(db, first.opId, rows)
    await rematerialize(db, keys, bases)
    return rows
  })
}

async function recordDiscarded(db: OfflineDatabase, opId: string, rows: OutboxRow[]): Promise<void> {
  const { time } = await readMeta(db, 'server', () => ({ time: '' }))
  await db.discarded.add({ opId, rows, discardedAt: time || undefined })
  await skipSequence(db, rows)
}

/** Puts back what was discarded, but for what is here or was sent meanwhile: it may have left the device in a file. */
export function restoreDiscarded(db: OfflineDatabase, opId: string): Promise<OutboxRow[]> {
  return db.transaction('rw', [db.records, db.shadow, db.outbox, db.journal, db.discarded, db.meta], async () => {
    const found = await db.discarded.where('opId').equals(opId).first()
    if (!found) return []
    await db.discarded.where('opId').equals(opId).delete()
    const gone = new Set((await db.discarded.toArray()).flatMap(({ rows }) => rows.map((row) => row.opId)))
    const known = await knownOperationIds(db)
    const rows = found.rows
      .filter((row) => !known.has(row.opId))
      // It would wait for ever for what is still discarded.
      .map((row) => ({ ...row, deps: row.deps.filter((dep) => !gone.has(dep)) }))
    const keys = recordKeysOf(rows)
    const bases = await serverBasesOfKeys(db, keys)
    await db.outbox.bulkPut(rows)
    await skipSequence(db, rows, { again: true })
    await rematerialize(db, keys, bases)
    return rows
  })
}

/** Everything that waits for an operation, directly or not, in its order. */
async function dependents(db: OfflineDatabase, row: OutboxRow): Promise<OutboxRow[]> {
  const found = new Map<number, OutboxRow>()
  let ids = [row.opId, ...row.replaces]
  while (ids.length > 0) {
    const next = (await db.outbox.where('deps').anyOf(ids).distinct().toArray()).filter(({ at }) => !found.has(at))
    for (const one of next) found.set(one.at, one)
    ids = row.kind === 'create' ? next.flatMap(({ opId, replaces }) => [opId, ...replaces]) : []
  }
  return [...found.values()].sort((a, b) => a.at - b.at)
}

/** A later operation as it would be without an earlier one. It may have been sent, hence a new one in its place. */
async function withoutDependency(
  db: OfflineDatabase,
  clock: Clock,
  next: OutboxRow,
  gone: OutboxRow,
): Promise<OutboxRow> {
  const ids = [gone.opId, ...gone.replaces]
  const own = next.entity === gone.entity && next.recordId === gone.recordId
  return {
    ...(await withNewId(db, next, clock)),
    deps: [...new Set([...next.deps.filter((dep) => !ids.includes(dep)), ...gone.deps])],
    patch: own ? patchWithout(next.patch, gone.patch) : next.patch,
  }
}

function patchWithout(patch: Patch, gone: Patch): Patch {
  return Object.fromEntries(
    Object.entries(patch).map(([path, { from, to }]) => [path, { from: gone[path] ? gone[path].from : from, to }]),
  )
}

function recordKeysOf(rows: readonly OutboxRow[]): RecordKey[] {
  return [
    ...new Map(
      rows.map(({ entity, recordId }) => [keyText([entity, recordId]), [entity, recordId] as RecordKey]),
    ).values(),
  ]
}

async function serverBasesOfKeys(db: OfflineDatabase, keys: readonly RecordKey[]) {
  const pending = await pendingOperations(db, keys)
  return Promise.all(keys.map((key) => serverBaseOf(db, key, pending.get(keyText(key)) ?? [])))
}

async function rematerialize(
  db: OfflineDatabase,
  keys: readonly RecordKey[],
  bases: Awaited<ReturnType<typeof serverBasesOfKeys>>,
) {
  const pending = await pendingOperations(db, keys)
  for (const [place, key] of keys.entries()) await materialize(db, key, bases[place], pending.get(keyText(key)) ?? [])
}
