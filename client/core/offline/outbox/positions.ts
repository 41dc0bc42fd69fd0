import type { OfflineDatabase } from '#client/core/offline/database/database.ts'

/**
 * Returns the first of `count` free positions before all operations of the outbox. They are also before the discarded
 * operations, which return to their own positions when they are restored.
 */
export async function firstPositionBefore(db: OfflineDatabase, count: number): Promise<number> {
  const first = (await db.outbox.orderBy('at').first())?.at ?? 0
  const discarded = (await db.discarded.toArray()).flatMap(({ rows }) => rows)
  return discarded.reduce((lowest, { at }) => Math.min(lowest, at), Math.min(0, first)) - count
}
