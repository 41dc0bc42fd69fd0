import { type OfflineDatabase, type OutboxRow, operationOf } from '#client/core/offline/database/database.ts'
import { keyText } from '#client/core/offline/database/materialize.ts'
import type { Run } from '#client/core/offline/database/range-reads.ts'
import { syncLimits } from '#shared/sync/limits.ts'

/** Operations that cannot be sent now. */
export type BatchExclusions = {
  /** Operations in flight. */
  opIds: ReadonlySet<string>
  records: ReadonlySet<string>
  /** The outbox positions of the operations in flight. */
  runs: readonly Run[]
  /** Operations that an earlier push of this sync has sent. The undecided ones are sent again by the next sync. */
  deferred: ReadonlySet<string>
}
export type PushBatch = readonly OutboxRow[]

const scanPageSize = 500

/**
 * Selects the next operations to send, in order. Each comes after its dependencies. Excluded are operations on a record
 * of an operation in flight, and those that wait for a decision of the user. A large operation is a batch of its own.
 * Runs in a transaction.
 */
export async function nextBatch(db: OfflineDatabase, busy: BatchExclusions, limit: number): Promise<PushBatch> {
  const batch: OutboxRow[] = []
  const picked = new Set<string>()
  const blockedRecords = new Set<string>()
  let bytes = envelopeBytes
  let last = await lastInFlight(db, busy)
  for (;;) {
    const rows = await db.outbox.where('at').above(last).limit(scanPageSize).toArray()
    if (rows.length === 0) return batch
    const waitedFor = await unsentDependencies(db, rows)
    for (const row of rows) {
      last = row.at
      const record = keyText([row.entity, row.recordId])
      // The dependencies of a replayed operation were acknowledged once, so it only keeps its order within the record.
      const isBehind = row.replay && blockedRecords.has(record)
      if (isBehind || !isSendable(row, busy)) {
        if (row.state !== 'attention') blockedRecords.add(record)
        continue
      }
      if (!row.deps.every((dep) => (waitedFor.get(dep) ?? []).every((opId) => picked.has(opId)))) continue
      bytes += operationBytes(row)
      if (batch.length > 0 && bytes > syncLimits.pushBytes) return batch
      batch.push(row)
      picked.add(row.opId)
      if (batch.length >= limit) return batch
    }
  }
}

/**
 * Returns the position of the last of the operations in flight with which the outbox begins, so that they are not read
 * again.
 */
async function lastInFlight(db: OfflineDatabase, { runs }: BatchExclusions): Promise<number> {
  let last = Number.NEGATIVE_INFINITY
  while (runs.length > 0) {
    const [first] = await db.outbox.where('at').above(last).limit(1).primaryKeys()
    const run = runs.find((one) => first !== undefined && one.first <= first && first <= one.last)
    if (!run) return last
    last = run.last
  }
  return last
}

function isSendable({ opId, state, entity, recordId }: OutboxRow, busy: BatchExclusions): boolean {
  if (state !== 'ready' || busy.opIds.has(opId) || busy.deferred.has(opId)) return false
  return !busy.records.has(keyText([entity, recordId]))
}

/** For each dependency that is not acknowledged, the operations of the outbox that are it or supersede it. */
async function unsentDependencies(db: OfflineDatabase, rows: readonly OutboxRow[]): Promise<Map<string, string[]>> {
  const deps = [...new Set(rows.flatMap((row) => row.deps))]
  if (deps.length === 0) return new Map()
  const waitedFor = new Map<string, string[]>()
  const note = (dep: string, opId: string) => waitedFor.set(dep, [...(waitedFor.get(dep) ?? []), opId])
  const wanted = new Set(deps)
  for (const { opId } of await db.outbox.where('opId').anyOf(deps).toArray()) note(opId, opId)
  for (const row of await db.outbox.where('replaces').anyOf(deps).distinct().toArray()) {
    for (const replaced of row.replaces) if (wanted.has(replaced)) note(replaced, row.opId)
  }
  return waitedFor
}

/** Upper limits in bytes: of a request without its operations, and of the hash that is added to each operation. */
const envelopeBytes = 1024
const hashBytes = 80
const encoder = new TextEncoder()

const operationBytes = (row: OutboxRow): number => encoder.encode(JSON.stringify(operationOf(row))).length + hashBytes

/** Whether no push can contain the operation, so that its text must be uploaded as a file. */
export const isLargeOperation = (row: OutboxRow): boolean => envelopeBytes + operationBytes(row) > syncLimits.pushBytes
