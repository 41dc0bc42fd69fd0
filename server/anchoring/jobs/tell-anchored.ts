import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emission } from '#server/core/events/emit.ts'
import { batchAnchored } from '#shared/anchoring/events.ts'
import type { OpenJob } from './job-store.ts'

/** Tells the other domains of the batches that a final transaction proves: of a round, or of the rounds of an epoch. */
export async function tellAnchored(tx: Tx, { chain, commitmentId }: OpenJob): Promise<void> {
  await tx.execute(
    emission(
      batchAnchored,
      sql`
        with recursive proven as (
          select id, kind, batch_id, merchant_id from anchor_commitment where id = ${commitmentId}
          union all
          select c.id, c.kind, c.batch_id, c.merchant_id from anchor_commitment c join proven on c.parent_id = proven.id
        )
        select merchant_id, batch_id, jsonb_build_object('chain', ${chain}::text) from proven where kind = 'batch'`,
    ),
  )
}
