import type { ConflictRow, OfflineDatabase, Owner } from '#client/core/offline/database/database.ts'
import { writeField } from '#shared/sync/rules.ts'
import { type Clock, type Enqueued, enqueue } from './enqueue.ts'

/**
 * Of two values that people gave the same field without knowing of each other the first to arrive stands. The one whose
 * value lost decides whether that is right; choosing `mine` is an edit like any other.
 */
export async function resolveConflict(
  db: OfflineDatabase,
  owner: Owner,
  clock: Clock,
  choice: Pick<ConflictRow, 'opId' | 'path'>,
  take: 'stored' | 'mine',
): Promise<Enqueued | undefined> {
  const row = await db.choices.get([choice.opId, choice.path])
  if (!row) return undefined
  const { entity, recordId, path, offered, payloadV } = row
  const ver = (await db.records.get([entity, recordId]))?.ver ?? 0
  // Whoever chooses has seen the value that stood then: a newer one is not overwritten, it clashes again.
  const seen = row.refused ? undefined : { ver, data: writeField({}, path, row.kept) }
  const draft = { entity, recordId, kind: 'update', set: { [path]: offered }, payloadV, ...(seen && { seen }) }
  const captured = take === 'mine' ? await enqueue(db, owner, clock, draft) : undefined
  await db.choices.delete([row.opId, row.path])
  return captured
}
