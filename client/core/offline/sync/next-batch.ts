import { type OfflineDatabase, type OutboxRow, operationOf } from '#client/core/offline/database/database.ts'
import { keyText } from '#client/core/offline/database/materialize.ts'
import type { Run } from '#client/core/offline/database/range-reads.ts'
import { syncLimits } from '#shared/sync/limits.ts'

/** Operations that cannot be picked now. */
export type BatchExclusions = {
  /** On their way to the server. */
  opIds: ReadonlySet<string>
  records: ReadonlySet<string>
  /** The places of the former in the outbox. */
  runs: readonly Run[]
  /** Operations for which the server sent Retry-After. */
  deferred: ReadonlySet<string>
}
export type PushBatch = readonly OutboxRow[]

const scanPageSize = 500

/** Bytes of a request beside its operations, and of an operation beside what it says: its hash. At most. */
const envelopeBytes = 1024
const hashBytes = 80
const encoder = new TextEncoder()
const bytesOf = (row: OutboxRow) => encoder.encode(JSON.stringify(operationOf(row))).length + hashBytes

/**
 * The next operations to send, in their order: each after those it depends on, none beside an operation that is on its
 * way and touches the same record, and none that waits for something that its user has to decide. In a transaction.
 */
export async function nextBatch(db: OfflineDatabase, busy: BatchExclusions, limit: number): Promise<PushBatch> {
  const batch: OutboxRow[] = []
  const picked = new Set<string>()
  const heldBack = new Set<string>()
  let bytes = envelopeBytes
  let last = await lastInFlight(db, busy)
  for (;;) {
    const rows = await db.outbox.where('at').above(last).limit(scanPageSize).toArray()
    if (rows.length === 0) return batch
    const waitedFor = await unsentDependencies(db, rows)
    for (const row of rows) {
      last = row.at
      const record = keyText([row.entity, row.recordId])
      // What is sent again depends on nothing any more but its place.
      const isBehind = row.replay && heldBack.has(record)
      if (isBehind || !isSendable(row, busy)) {
        if (row.state !== 'attention') heldBack.add(record)
        continue
      }
      if (!row.deps.every((dep) => (waitedFor.get(dep) ?? []).every((opId) => picked.has(opId)))) continue
      bytes += bytesOf(row)
      if (batch.length > 0 && bytes > syncLimits.pushBytes) return batch
      batch.push(row)
      picked.add(row.opId)
      if (batch.length >= limit) return batch
    }
  }
}

/** Where the operations that the outbox begins with and that are on their way end: they need not be read again. */
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

/** For each dependency that the server has not acknowledged, the operations of the outbox that are it or replace it. */
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
