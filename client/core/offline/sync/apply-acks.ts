import {
  type Acknowledged,
  type ConflictRow,
  initialCursor,
  type OfflineDatabase,
  type OutboxRow,
  operationOf,
  type RecordKey,
  readMeta,
  type ServerBaseRow,
  writeMeta,
} from '#client/core/offline/database/database.ts'
import {
  applyOperation,
  keyText,
  materializeAll,
  pendingOperations,
  readServerBases,
} from '#client/core/offline/database/materialize.ts'
import { deletePositions, readKeys } from '#client/core/offline/database/range-reads.ts'
import { type OpResult, type PushResponse, syncProblems } from '#shared/sync/contract.ts'
import { type FieldConflict, type Fields, writeField } from '#shared/sync/rules.ts'
import type { PushBatch } from './next-batch.ts'

/** Operations that the server could not decide, to be sent again later. */
type UndecidedOperation = { opId: string; code: string }

/** Stores the results of a push in one transaction. Only after it do the operations count as sent. */
export async function applyAcks(
  db: OfflineDatabase,
  batch: PushBatch,
  results: readonly OpResult[],
  { epoch, serverTime }: Pick<PushResponse, 'epoch' | 'serverTime'>,
): Promise<UndecidedOperation[]> {
  return db.transaction(
    'rw',
    [db.records, db.serverBase, db.outbox, db.journal, db.conflicts, db.blobs, db.meta],
    async () => {
      const resultsById = new Map(results.map((result) => [result.opId, result]))
      // Skips operations that another tab has acknowledged meanwhile. Reads by position, because the primary key is
      // faster than an index.
      const places = batch.filter(({ opId }) => resultsById.has(opId)).map(({ at }) => at)
      const rows = (await readKeys(db.outbox, ':id', places, ({ at }) => at)).filter(({ opId }) =>
        resultsById.has(opId),
      )
      const resultOf = ({ opId }: OutboxRow) => resultsById.get(opId)!
      const done = rows.filter((row) => ['applied', 'merged', 'duplicate'].includes(resultOf(row).status))
      // The correction was sent from another device and has arrived, so the user has nothing to decide.
      const replaced = rows.filter((row) => resultOf(row).code === syncProblems.replaced.code)
      const rejected = rows.filter((row) => resultOf(row).status === 'rejected' && !replaced.includes(row))
      const waiting = rows.filter((row) => resultOf(row).code === syncProblems.waitsForFile.code)

      await db.outbox.bulkPut([
        ...rejected.map((row): OutboxRow => ({ ...row, state: 'attention', rejection: rejectionOf(resultOf(row)) })),
        ...waiting.map((row): OutboxRow => ({ ...row, state: 'held' })),
      ])
      await db.blobs.bulkUpdate(
        waiting.flatMap(({ blobs }) => blobs).map((sha256) => ({ key: sha256, changes: { complete: false } })),
      )
      await acknowledge(db, [...done, ...replaced], resultOf)
      // The conflicts of a replayed operation were shown when it was first acknowledged.
      await db.conflicts.bulkPut(
        done.filter(({ replay }) => !replay).flatMap((row) => conflictRowsOf(row, resultOf(row))),
      )
      if (done.length > 0)
        await db.journal.add({ ackedAt: serverTime, done: done.map((row) => journalEntryOf(row, resultOf(row))) })
      await writeMeta(db, 'server', { time: serverTime })
      const cursor = await readMeta(db, 'cursor', initialCursor)
      // A device that has pushed must notice a restored server even if it has not pulled yet.
      if (cursor.epoch === '') await writeMeta(db, 'cursor', { ...cursor, epoch })
      return results.flatMap(({ opId, status, code = '' }) =>
        status === 'blocked' || status === 'retry' ? [{ opId, code }] : [],
      )
    },
  )
}

function rejectionOf({ code = '', message = '', details }: OpResult) {
  return { code, message, ...(details && { details }) }
}

function journalEntryOf(row: OutboxRow, result: OpResult): Acknowledged {
  const clashes = conflictsOf(result)
  return {
    operation: operationOf(row),
    ver: result.ver ?? 0,
    ...(Object.keys(clashes).length > 0 && { clashes }),
    ...(row.replaces.length > 0 && { replaces: row.replaces }),
  }
}

function conflictsOf({ details }: OpResult): Record<string, FieldConflict> {
  return (details?.clashes ?? {}) as Record<string, FieldConflict>
}

function conflictRowsOf({ opId, entity, recordId, payloadV, kind }: OutboxRow, result: OpResult): ConflictRow[] {
  if (kind === 'remove' && result.status === 'merged') {
    const by = result.details?.by as FieldConflict['by']
    const row = { opId, entity, recordId, payloadV, path: '', kept: undefined, offered: undefined }
    return [{ ...row, removal: true, ...(by && { by }) }]
  }
  return Object.entries(conflictsOf(result)).map(([path, clash]) => ({
    ...clash,
    opId,
    path,
    entity,
    recordId,
    payloadV,
  }))
}

/** Removes operations from the outbox and applies their effect, if any, to the server base of their records. */
async function acknowledge(
  db: OfflineDatabase,
  rows: readonly OutboxRow[],
  resultOf: (row: OutboxRow) => OpResult,
): Promise<void> {
  if (rows.length === 0) return
  const keys = [
    ...new Map(
      rows.map(({ entity, recordId }) => [keyText([entity, recordId]), [entity, recordId] as RecordKey]),
    ).values(),
  ]
  const bases = new Map((await readServerBases(db, keys)).map((row) => [keyText([row.entity, row.id]), row]))
  const { gen } = await readMeta(db, 'cursor', initialCursor)
  // In their order, because an operation changes the record as the one before it has left it.
  for (const row of rows.toSorted((a, b) => a.at - b.at)) {
    if (row.replay || resultOf(row).status === 'rejected') continue
    const key = keyText([row.entity, row.recordId])
    const next = serverBaseAfter(bases.get(key), row, resultOf(row), gen)
    if (next) bases.set(key, next)
    else bases.delete(key)
  }
  await deletePositions(
    db.outbox,
    rows.map(({ at }) => at),
  )
  const left = await pendingOperations(db, keys)
  const own = new Set(rows.filter(({ replay }) => !replay).map(({ entity, recordId }) => keyText([entity, recordId])))
  const changed = keys.filter((key) => own.has(keyText(key)))
  await materializeAll(
    db,
    changed.map((key) => ({ key, base: bases.get(keyText(key)), pending: left.get(keyText(key)) ?? [] })),
  )
}

/**
 * The server's state after an operation. A newer state that was pulled before the response arrived already contains the
 * effect.
 */
function serverBaseAfter(
  base: ServerBaseRow | undefined,
  row: OutboxRow,
  result: OpResult,
  gen: number,
): ServerBaseRow | undefined {
  const ver = result.ver ?? 0
  if (base && base.ver >= ver) return base
  const data = Object.entries(conflictsOf(result)).reduce<Fields | undefined>(
    (fields, [path, { kept }]) => fields && writeField(fields, path, kept),
    applyOperation(base?.data, row),
  )
  return data && { entity: row.entity, id: row.recordId, ver, data, gen }
}
