import { type OfflineDatabase, type OutboxRow, readMeta, unfrozen, writeMeta } from './database.ts'

/** Whether a copy of it may be anywhere: then it never changes again. */
export async function mayBeOut(db: OfflineDatabase, { at, fresh }: OutboxRow): Promise<boolean> {
  return !fresh && at <= (await readMeta(db, 'frozen', unfrozen)).at
}

/** From now on copies of these may be anywhere. */
export async function freeze(db: OfflineDatabase, rows: readonly OutboxRow[]): Promise<void> {
  const { at } = await readMeta(db, 'frozen', unfrozen)
  const newest = Math.max(at, ...rows.map((row) => row.at))
  if (newest > at) await writeMeta(db, 'frozen', { at: newest })
  await db.outbox.bulkPut(rows.filter(({ fresh }) => fresh).map(({ fresh: _, ...row }) => row))
}
