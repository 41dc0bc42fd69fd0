import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import type { Clock } from './enqueue.ts'
import { supersede } from './supersede.ts'

/**
 * Sends a rejected operation once more as it is, because what it ran into has changed. As a new one, since the server
 * remembers its rejection. Answers the new id.
 */
export function retry(db: OfflineDatabase, clock: Clock, opId: string): Promise<string | undefined> {
  return db.transaction('rw', [db.outbox, db.blobs, db.meta], async () => {
    const row = await db.outbox.where('opId').equals(opId).first()
    if (row?.state !== 'attention') return undefined
    return (await supersede(db, row, { patch: row.patch, blobs: [] }, clock)).opId
  })
}
