import type { ConflictRow, OfflineDatabase } from '#client/core/offline/database/database.ts'
import type { Owner } from '#client/core/offline/database/database-name.ts'
import { writeField } from '#shared/sync/rules.ts'
import { type Clock, type Enqueued, enqueue } from './enqueue.ts'

/**
 * The first of two concurrent values of a field to arrive is kept. The user whose value was not kept resolves the
 * conflict; `mine` saves their value as a normal edit.
 */
export async function resolveConflict(
  db: OfflineDatabase,
  owner: Owner,
  clock: Clock,
  { take, ...choice }: Pick<ConflictRow, 'opId' | 'path'> & { take: 'stored' | 'mine' },
): Promise<Enqueued | undefined> {
  const row = await db.conflicts.get([choice.opId, choice.path])
  if (!row) return undefined
  const { entity, recordId, path, offered, payloadV, removal } = row
  const ver = (await db.records.get([entity, recordId]))?.ver ?? 0
  // The user compared with the kept value at that time. If the server has a newer value, it is not overwritten but
  // conflicts again.
  const seen = row.refused ? undefined : { ver, data: writeField({}, path, row.kept) }
  const change = removal ? { kind: 'remove' } : { kind: 'update', set: { [path]: offered }, ...(seen && { seen }) }
  const input = { entity, recordId, payloadV, ...change }
  const enqueued = take === 'mine' ? await enqueue(db, owner, clock, input) : undefined
  await db.conflicts.delete([row.opId, row.path])
  return enqueued
}
