import {
  initialSentMarker,
  type OfflineDatabase,
  type OutboxRow,
  readMeta,
  writeMeta,
} from '#client/core/offline/database/database.ts'
import { omit } from '#shared/core/omit.ts'

/** Whether a copy of the operation may exist outside this device. Such an operation never changes. */
export async function isMaybeSent(db: OfflineDatabase, { at, fresh }: OutboxRow): Promise<boolean> {
  return !fresh && at <= (await readMeta(db, 'maybeSent', initialSentMarker)).at
}

/** Marks operations as possibly copied elsewhere. */
export async function markMaybeSent(db: OfflineDatabase, rows: readonly OutboxRow[]): Promise<void> {
  const { at } = await readMeta(db, 'maybeSent', initialSentMarker)
  const newest = Math.max(at, ...rows.map((row) => row.at))
  if (newest > at) await writeMeta(db, 'maybeSent', { at: newest })
  await db.outbox.bulkPut(rows.filter(({ fresh }) => fresh).map((row) => omit(row, 'fresh')))
}

const rawExportKey = (name: string) => `assay.rescued.${name}`

/**
 * Notes that all operations of a database that cannot be opened were exported. The note cannot be written to the
 * database itself.
 */
export function recordRawExport(name: string): void {
  try {
    localStorage.setItem(rawExportKey(name), '1')
  } catch {
    // Without the note, the server may reject a later edit of an exported operation as a reuse of its id, and the user
    // sees the rejection.
  }
}

/** Applies the note of `recordRawExport` to all operations once the database can be opened. */
export async function markRawExportedMaybeSent(db: OfflineDatabase): Promise<void> {
  if (typeof localStorage === 'undefined' || localStorage.getItem(rawExportKey(db.name)) === null) return
  await db.transaction('rw', [db.outbox, db.meta], async () => markMaybeSent(db, await db.outbox.toArray()))
  localStorage.removeItem(rawExportKey(db.name))
}
