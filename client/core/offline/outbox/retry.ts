import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import type { Clock } from './enqueue.ts'
import { supersede } from './supersede.ts'

/**
 * Sends the values of a rejected operation again, because the cause of the rejection has changed. Creates a new
 * operation, since the server remembers the rejection. Returns its id.
 */
export function retry(db: OfflineDatabase, clock: Clock, opId: string): Promise<string | undefined> {
  return db.transaction('rw', [db.outbox, db.blobs, db.meta], async () => {
    const row = await db.outbox.where('opId').equals(opId).first()
    if (row?.state !== 'attention') return undefined
    return (await supersede(db, row, { patch: row.patch, blobs: [] }, clock)).opId
  })
}
