import type { OfflineDatabase, OutboxRow, RecordKey } from './database.ts'
import { keyText, materializeAll, pendingOperations } from './materialize.ts'

/**
 * Runs a change that puts these operations into the outbox or removes them, and then writes their records as the
 * server's state with the operations that are in the outbox now.
 */
export async function withRecordsRewritten<T>(
  db: OfflineDatabase,
  operations: readonly Pick<OutboxRow, 'entity' | 'recordId'>[],
  change: () => Promise<T>,
): Promise<T> {
  const keys = recordKeysOf(operations)
  const bases = await readBases(db, keys)
  const result = await change()
  const pending = await pendingOperations(db, keys)
  await materializeAll(
    db,
    keys.map((key, place) => ({ key, base: bases[place], pending: pending.get(keyText(key)) ?? [] })),
  )
  return result
}

/** The records of these operations, each of them once. */
function recordKeysOf(operations: readonly Pick<OutboxRow, 'entity' | 'recordId'>[]): RecordKey[] {
  const keys = operations.map(({ entity, recordId }): RecordKey => [entity, recordId])
  return [...new Map(keys.map((key) => [keyText(key), key])).values()]
}

/** The last server states of these records that this device knows. A record without pending operations is such a state. */
async function readBases(db: OfflineDatabase, keys: RecordKey[]) {
  const pending = await pendingOperations(db, keys)
  const [covered, bare] = await Promise.all([db.serverBase.bulkGet(keys), db.records.bulkGet(keys)])
  return keys.map((key, place) => (pending.has(keyText(key)) ? covered : bare)[place])
}
