import { type OfflineDatabase, readMeta } from './database.ts'

/** How long sent and discarded operations can be restored, in server time. */
const retentionMs = 30 * 86_400_000

/** Deletes older entries. Runs only after contact with the server, because the device clock is unreliable. */
export async function deleteExpiredEntries(db: OfflineDatabase): Promise<void> {
  await db.transaction('rw', [db.meta, db.journal, db.discarded, db.blobs, db.outbox], async () => {
    const { time } = await readMeta(db, 'server', () => ({ time: '' }))
    if (time === '') return
    const before = new Date(Date.parse(time) - retentionMs).toISOString()
    const deletedFromJournal = await db.journal.where('ackedAt').below(before).delete()
    await db.discarded.filter(({ discardedAt }) => discardedAt === undefined).modify({ discardedAt: time })
    const deletedDiscards = await db.discarded.filter(({ discardedAt = time }) => discardedAt < before).delete()
    if (deletedFromJournal + deletedDiscards > 0) await deleteUnreferencedBlobs(db)
  })
}

async function deleteUnreferencedBlobs(db: OfflineDatabase): Promise<void> {
  const named = new Set([
    ...(await db.outbox.toArray()).flatMap(({ blobs }) => blobs),
    ...(await db.discarded.toArray()).flatMap(({ rows }) => rows.flatMap(({ blobs }) => blobs)),
    ...(await db.journal.toArray()).flatMap(({ done }) => done.flatMap(({ operation }) => operation.blobs)),
  ])
  await db.blobs.filter(({ sha256 }) => !named.has(sha256)).delete()
}
