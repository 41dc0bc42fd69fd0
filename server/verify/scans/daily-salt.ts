import { randomBytes } from 'node:crypto'
import type { Database } from '#server/core/db/database.ts'
import { eq, lt } from '#server/core/drizzle/orm.ts'
import { dailySalt } from '#server/scan/table.ts'

export const dayMs = 86_400_000

/**
 * The salt of today, the same in every process, so that a shopper is one visitor for all of them. It is random and
 * stored for its day only: the first scan of the next day deletes it, and from then on no hash can be traced to an
 * IP address. With a salt that is derived from a permanent secret, the holder of that secret could try all IP addresses
 * for any day.
 */
export function createDailySaltReader(
  db: Pick<Database, 'system'>,
  now: () => number = Date.now,
): () => Promise<string> {
  let cached: { day: number; salt: Promise<string> } | undefined
  return () => {
    const day = Math.floor(now() / dayMs)
    if (cached?.day !== day) {
      const salt = loadSalt(db, day)
      cached = { day, salt }
      // A failed query must not fail all later ones.
      salt.catch(() => (cached = undefined))
    }
    return cached!.salt
  }
}

function loadSalt(db: Pick<Database, 'system'>, day: number): Promise<string> {
  return db.system(async (tx) => {
    await tx
      .insert(dailySalt)
      .values({ day, salt: randomBytes(32) })
      .onConflictDoNothing()
    await tx.delete(dailySalt).where(lt(dailySalt.day, day))
    const [row] = await tx.select().from(dailySalt).where(eq(dailySalt.day, day))
    return row!.salt.toString('hex')
  })
}
