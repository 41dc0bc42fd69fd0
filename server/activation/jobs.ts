import { z } from 'zod'
import { commitBatch } from '#server/anchoring/service.ts'
import type { Tx } from '#server/core/db/database.ts'
import { arrayText } from '#server/core/db/sql-params.ts'
import { secondPassCondition } from '#server/core/db/two-passes.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { defineOrphanedWorkCheck } from '#server/core/jobs/orphaned-work.ts'
import { type BlockCount, blockOf, countInBlocks, orderPrefixAt } from '#server/order/service.ts'
import { batchFailed, batchFinished } from '#shared/activation/events.ts'
import { addressBytes, type Counts, treeOf, type WaitingBatch, writePayloads } from './payload/payloads.ts'

type BatchRow = {
  merchant_id: string
  identifier: string
  state: string
  addresses: string
  certificates: string[]
  submission_id: string | null
  blocks: BlockCount[] | null
}
/**
 * Payloads, leaves, tree, states and the commitment of one batch in one transaction: a batch is either completely pending or
 * completely active, also after a kill at any moment.
 */
export const activateBatch = defineJob({
  name: 'activation.batch',
  schema: z.object({ batchId: z.uuid() }),
  async run({ batchId }, { services }) {
    await services.db.system(async (tx) => {
      const batch = await lockBatch(tx, batchId)
      if (!batch) return
      const { merchantId, addresses, identifier } = batch
      const counts = countByOrderPrefix(addresses)
      const parts = await writePayloads(tx, batch, counts, services.config.publicUrl)
      // PostgreSQL writes the rows while this process hashes the leaves.
      const [, tree] = await Promise.all([writeActivations(tx, batchId), treeOf(addresses, parts)])
      await commitBatch(tx, { ...tree, batchId, merchantId })
      // Late, because batches of one order or one merchant wait for each other here.
      await countActivated(tx, counts)
      if (parts.bound.size > 0) await countBound(tx, batchId)
      await countInBlocks(tx, merchantId, batch.blocks ?? (await blocksOf(tx, batchId)))
      await tx.execute(sql`update activation_batch set state = 'done', finished_at = now() where id = ${batchId}`)
      await emit(tx, batchFinished, [{ merchantId, subject: batchId, data: { number: identifier } }])
      await services.events.publish(tx, merchantChannel(merchantId), 'activation', { id: batchId })
    })
  },
  async gaveUp({ batchId }, { services, failure }) {
    await services.db.system(async (tx) => {
      const { rows } = await tx.execute<{ merchant_id: string; number: string }>(sql`
        update activation_batch set state = 'failed', failure = ${failure}, finished_at = now()
        where id = ${batchId} and state in ('queued', 'running') returning merchant_id, identifier as number`)
      for (const { merchant_id, number } of rows) {
        await emit(tx, batchFailed, [{ merchantId: merchant_id, subject: batchId, data: { number } }])
        await services.events.publish(tx, merchantChannel(merchant_id), 'activation', { id: batchId })
      }
    })
  },
})

/** The batch of a run has no job of its own. */
export const failOrphanedBatches = defineOrphanedWorkCheck(activateBatch, {
  name: 'activation.lost-batch',
  field: 'batchId',
  open: sql`
    select b.id, b.created_at from activation_batch b where b.state in ('queued', 'running') and not exists (
      select from activation_run r where r.batch_id = b.id and r.state in ('queued', 'running'))`,
})

/** Returns undefined if the batch is missing, done or failed. */
async function lockBatch(tx: Tx, id: string): Promise<WaitingBatch | undefined> {
  const { rows } = await tx.execute<BatchRow>(sql`
    select merchant_id, identifier, state, translate(addresses::text, '{},-', '') as addresses, certificates,
      submission_id, blocks
    from activation_batch where id = ${id} for update`)
  const row = rows[0]
  if (!row || row.state === 'done' || row.state === 'failed') return undefined
  const { merchant_id: merchantId, identifier, addresses, certificates, submission_id: submissionId, blocks } = row
  return { id, merchantId, identifier, addresses: Buffer.from(addresses, 'hex'), certificates, submissionId, blocks }
}

function countByOrderPrefix(addresses: Buffer): Counts {
  const counts = new Map<string, number>()
  for (let at = 0; at < addresses.length; at += addressBytes) {
    const prefix = orderPrefixAt(addresses, at)
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  return counts
}

async function writeActivations(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(sql`
    insert into activation (address, merchant_id, batch_id, idx)
    select listed.address, b.merchant_id, b.id, listed.place - 1
    from activation_batch b, unnest(b.addresses) with ordinality listed (address, place)
    where b.id = ${batchId}
    order by ${sql.raw(secondPassCondition('listed.place - 1'))}, listed.place`)
}

async function countActivated(tx: Tx, counts: Counts): Promise<void> {
  await tx.execute(sql`
    update code_order o set activated = o.activated + counted.codes
    from unnest(${arrayText(counts.keys())}::text[], ${arrayText(counts.values())}::int[]) counted (prefix, codes)
    where o.prefix = decode(counted.prefix, 'hex')`)
}

/** Counts the active codes of each product in the orders of blank codes. */
async function countBound(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(sql`
    with counted as materialized (
      select b.order_id, b.sku_id, count(*)::int as codes
      from activation_batch listed, unnest(listed.addresses) asked (address) join code_binding b on b.address = asked.address
      where listed.id = ${batchId} group by 1, 2
    ), locked as materialized (
      select p.order_id, p.sku_id, counted.codes from counted join bound_product p using (order_id, sku_id)
      order by p.order_id, p.sku_id for update of p)
    update bound_product p set activated = p.activated + locked.codes
    from locked where p.order_id = locked.order_id and p.sku_id = locked.sku_id`)
}

/** The blocks of a batch that was not checked by a call of this version. */
async function blocksOf(tx: Tx, batchId: string): Promise<BlockCount[]> {
  const { rows } = await tx.execute<{ block: BlockCount }>(sql`
    select jsonb_build_array(c.order_id, ${blockOf(sql`c.serial_no`)}, count(*)) as block
    from activation_batch b, unnest(b.addresses) listed (address) join code c on c.address = listed.address
    where b.id = ${batchId} group by c.order_id, ${blockOf(sql`c.serial_no`)}`)
  return rows.map(({ block }) => block)
}
