import { type OfflineDatabase, type OutboxRow, readMeta } from '#client/core/offline/database/database.ts'
import { readKnownOperationIds } from '#client/core/offline/database/materialize.ts'
import { withRecordsRewritten } from '#client/core/offline/database/rewrite-records.ts'
import type { Patch } from '#shared/sync/rules.ts'
import type { Clock } from './enqueue.ts'
import { operationIdsIn } from './export-import.ts'
import { isMaybeSent } from './sent-marker.ts'
import { skipSequence } from './sequence.ts'
import { withNewId } from './supersede.ts'

/** An operation in flight may have arrived, so it cannot be discarded, only edited. */
export class MaybeSentError extends Error {
  override name = 'MaybeSentError'
}

/**
 * Removes an operation from the outbox; it can be restored for 30 days. If it creates a record, all operations that
 * depend on it are removed too. Otherwise later operations stay and are changed as if it had never existed. Returns the
 * removed operations.
 */
export function discardOperation(db: OfflineDatabase, clock: Clock, opId: string): Promise<OutboxRow[]> {
  return db.transaction('rw', [db.records, db.serverBase, db.outbox, db.discarded, db.meta], async () => {
    const row = await db.outbox.where('opId').equals(opId).first()
    if (!row) return []
    // A rejected operation took no effect on the server. One that may be there cannot be taken back by this device.
    if (row.state !== 'attention' && (await isMaybeSent(db, row))) throw new MaybeSentError()
    const later = await dependents(db, row)
    const taken = row.kind === 'create' ? [row, ...later] : [row]
    const changed = row.kind === 'create' ? [] : later

    await withRecordsRewritten(db, [...taken, ...changed], async () => {
      await db.outbox.bulkDelete(taken.map(({ at }) => at))
      await recordDiscarded(db, opId, taken)
      for (const next of changed) await db.outbox.put(await withoutDependency(db, clock, next, row))
    })
    return taken
  })
}

/** The outbox contains an operation that is not in the file. */
export class NotInExportError extends Error {
  override name = 'NotInExportError'
}

/**
 * Removes all operations from the outbox, whether or not they were sent, because the user has them in a file and may
 * send them from there. Removes all or none, so that no operation remains that depends on a removed one. They can be
 * restored together for 30 days.
 */
export async function discardExported(db: OfflineDatabase, file: Blob): Promise<OutboxRow[]> {
  const saved = await operationIdsIn(file)
  return db.transaction('rw', [db.records, db.serverBase, db.outbox, db.discarded, db.meta], async () => {
    const rows = await db.outbox.orderBy('at').toArray()
    const [first] = rows
    if (!first) return []
    if (!rows.every(({ opId }) => saved.has(opId))) throw new NotInExportError()
    await withRecordsRewritten(db, rows, async () => {
      await db.outbox.clear()
      await recordDiscarded(db, first.opId, rows)
    })
    return rows
  })
}

async function recordDiscarded(db: OfflineDatabase, opId: string, rows: OutboxRow[]): Promise<void> {
  const { time } = await readMeta(db, 'server', () => ({ time: '' }))
  await db.discarded.add({ opId, rows, discardedAt: time || undefined })
  await skipSequence(db, rows)
}

/**
 * Restores discarded operations, except those that are in the outbox or were sent meanwhile: they may have left the
 * device in a file.
 */
export function restoreDiscarded(db: OfflineDatabase, opId: string): Promise<OutboxRow[]> {
  return db.transaction('rw', [db.records, db.serverBase, db.outbox, db.journal, db.discarded, db.meta], async () => {
    const found = await db.discarded.where('opId').equals(opId).first()
    if (!found) return []
    await db.discarded.where('opId').equals(opId).delete()
    const discardedIds = new Set((await db.discarded.toArray()).flatMap(({ rows }) => rows.map((row) => row.opId)))
    const known = await readKnownOperationIds(db)
    const rows = found.rows
      .filter((row) => !known.has(row.opId))
      // Without this, the operation would wait forever for operations that stay discarded.
      .map((row) => ({ ...row, deps: row.deps.filter((dep) => !discardedIds.has(dep)) }))
    await withRecordsRewritten(db, rows, async () => {
      await db.outbox.bulkPut(rows)
      await skipSequence(db, rows, { again: true })
    })
    return rows
  })
}

/** All operations that depend on an operation, directly or indirectly, in their order. */
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

/**
 * Returns a later operation changed as if the earlier one had never existed. It gets a new id, since it may have been
 * sent.
 */
async function withoutDependency(
  db: OfflineDatabase,
  clock: Clock,
  next: OutboxRow,
  removed: OutboxRow,
): Promise<OutboxRow> {
  const ids = [removed.opId, ...removed.replaces]
  const own = next.entity === removed.entity && next.recordId === removed.recordId
  return {
    ...(await withNewId(db, next, clock)),
    deps: [...new Set([...next.deps.filter((dep) => !ids.includes(dep)), ...removed.deps])],
    patch: own ? patchWithout(next.patch, removed.patch) : next.patch,
  }
}

function patchWithout(patch: Patch, removed: Patch): Patch {
  return Object.fromEntries(
    Object.entries(patch).map(([path, { from, to }]) => [
      path,
      { from: removed[path] ? removed[path].from : from, to },
    ]),
  )
}
