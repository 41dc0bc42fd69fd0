import type { Database, Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { FoundPattern } from './cases/found-pattern.ts'
import { storePatterns } from './cases/store-patterns.ts'
import { compareOrders } from './harvest/find-harvests.ts'
import { findOpenedLabels } from './labels.ts'
import { findDiversions } from './shipments/find-diversions.ts'
import { countNextLooks, type EndedDays } from './sums/count-scans.ts'

type Progress = { signal: AbortSignal; heartbeat(): Promise<void> }

/**
 * Finds what no single code shows: counts the scans of the days since the last run, and compares the orders that were scanned.
 * Each step is a transaction of its own, so a run that was stopped continues. One process searches at a time.
 */
export async function searchPatterns(db: Database, { signal, heartbeat }: Progress): Promise<void> {
  await db.exclusive('pattern.find', async (system) => {
    let counted = await countNextLooks({ system }, undefined, searchDays)
    while (counted && !signal.aborted) {
      await heartbeat()
      counted = await countNextLooks({ system }, counted.nextSeconds, searchDays)
    }
    if (signal.aborted) return
    const { since, today } = await comparedTo(db)
    const store = async (found: readonly FoundPattern[]) => {
      signal.throwIfAborted()
      for (const one of found) {
        await system((tx) => storePatterns(tx, [one]))
        await heartbeat()
      }
      await heartbeat()
    }
    await compareOrders(db, since, store)
    await store(await findDiversions(db, today, { signal, heartbeat }))
    await system((tx) => tx.execute(sql`update pattern_mark set compared_to = ${today}::date where id = 1`))
  })
}

async function searchDays(tx: Tx, days: EndedDays): Promise<void> {
  await storePatterns(tx, await findOpenedLabels(tx, days))
}

/** Orders with a block that changed on or after `since` are compared; later those from `today` on. */
async function comparedTo(db: Database): Promise<{ since: string; today: string }> {
  const { rows } = await db.read.execute<{ since: string; today: string }>(sql`
    select compared_to::text as since, (counted_to at time zone 'UTC')::date::text as today from pattern_mark where id = 1`)
  return rows[0]!
}
