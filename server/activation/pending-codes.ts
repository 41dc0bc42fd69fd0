import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'

/** Lists of one merchant are checked one after the other, so that no code is in two lists. */
export async function lockActivations(tx: Tx, merchantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`activation:${merchantId}`}, 0))`)
}

/** The query for the addresses of the codes that are in a waiting batch of the merchant. */
export const pendingCodes = (merchantId: string): SQL => sql`
  select unnest(addresses) as address from activation_batch
  where merchant_id = ${merchantId} and state in ('queued', 'running')`
