import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import type { JobQueue } from '#server/core/jobs/job-queue.ts'
import { activationProblems } from '#shared/activation/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { activateBatch } from './jobs.ts'
import { type BatchRow, batchColumns, lockActivations, ofMerchant, selectBatches } from './service.ts'
import { activationBatch } from './table.ts'

/**
 * Starts a failed batch again. Its codes were inactive meanwhile: if some of them were activated with another list, nothing is
 * changed. `isNew` is false if the batch has not failed, for example because the call was repeated.
 */
export async function retryBatch(
  tx: Tx,
  jobs: JobQueue,
  merchantId: string,
  id: string,
): Promise<{ batch: BatchRow; isNew: boolean }> {
  await lockActivations(tx, merchantId)
  const [standing] = await selectBatches(tx, merchantId, eq(activationBatch.id, id))
  if (!standing) throw new Problem(activationProblems.notFound)
  if (standing.state !== 'failed') return { batch: standing, isNew: false }
  const count = await takenCodes(tx, merchantId, id)
  if (count > 0) throw new Problem(activationProblems.taken, { count })
  const [batch] = await tx
    .update(activationBatch)
    .set({ state: 'queued', failure: null, finishedAt: null })
    .where(ofMerchant(merchantId, eq(activationBatch.id, id)))
    .returning(batchColumns)
  await jobs.send(tx, activateBatch, { batchId: id })
  return { batch: batch!, isNew: true }
}

/** The number of codes of a failed batch that are active, or pending with another batch. */
async function takenCodes(tx: Tx, merchantId: string, id: string): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(sql`
    with pending as (
      select unnest(addresses) as address from activation_batch
      where merchant_id = ${merchantId} and state in ('queued', 'running'))
    select count(*)::int as taken
    from activation_batch b, unnest(b.addresses) listed (address)
    left join activation a on a.address = listed.address
    left join pending p on p.address = listed.address
    where b.merchant_id = ${merchantId} and b.id = ${id} and (a.address is not null or p.address is not null)`)
  return rows[0]!.taken
}
