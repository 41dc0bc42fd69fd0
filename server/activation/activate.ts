import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { batchTree, commitBatch } from '#server/anchoring/service.ts'
import type { Tx } from '#server/core/db.ts'
import { merchantChannel } from '#server/core/events.ts'
import { defineJob } from '#server/core/jobs.ts'
import { addressBytes, tagOf } from '#server/order/service.ts'
import { payloadText } from '#shared/activation/payload.ts'
import { StoredFile } from '#shared/core/fields.ts'
import { uuids } from './check.ts'
import { payload } from './table.ts'

type BatchRow = { merchant_id: string; state: string; addresses: string; certificates: string[] }
type Batch = { id: string; merchantId: string; certificates: readonly string[] }
type OrderPart = { tag: string; sku_id: string; sku_details: Record<string, unknown>; certificates: unknown[] }

/**
 * Payloads, leaves, tree, states and the queued anchoring of one batch in one transaction: killed at any moment, the batch
 * is either still pending as a whole or active as a whole.
 */
export const activateBatch = defineJob({
  name: 'activation.batch',
  schema: z.object({ batchId: z.uuid() }),
  async run({ batchId }, { services }) {
    await services.db.system(async (tx) => {
      const { rows } = await tx.execute<BatchRow>(
        sql`select merchant_id, state, addresses::text, certificates from activation_batch where id = ${batchId} for update`,
      )
      const batch = rows[0]
      if (!batch || batch.state === 'done' || batch.state === 'failed') return
      const { merchant_id: merchantId, certificates } = batch
      // PostgreSQL writes the rows while this process hashes the leaves.
      const written = writeActivations(tx, batchId)
      const tree = await leavesOf(
        tx,
        { id: batchId, merchantId, certificates },
        batch.addresses.slice(1, -1).split(','),
      ).catch(async (error) => {
        await written.catch(() => {})
        throw error
      })
      await written
      await commitBatch(tx, { ...tree, batchId, merchantId })
      await tx.execute(sql`update activation_batch set state = 'done', finished_at = now() where id = ${batchId}`)
      await services.events.publish(tx, merchantChannel(merchantId), 'activation', { id: batchId })
    })
  },
})

async function writeActivations(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(sql`
    with written as (
      insert into activation (address, merchant_id, batch_id, idx)
      select listed.address, b.merchant_id, b.id, listed.place - 1
      from activation_batch b, unnest(b.addresses) with ordinality listed (address, place)
      where b.id = ${batchId} returning address),
    counted as (
      select c.order_id, count(*)::int as codes from written join code c using (address) group by c.order_id)
    update code_order o set activated = o.activated + counted.codes from counted where o.id = counted.order_id`)
}

/** One payload a product; every leaf binds the digest of its product to its own address. */
async function leavesOf(tx: Tx, { id: batchId, merchantId, certificates }: Batch, list: string[]) {
  const addresses = Buffer.concat(list.map(addressBytes))
  const tags = [...new Set(list.map(tagOf))]
  const { rows: orders } = await tx.execute<OrderPart>(sql`
    select encode(o.tag, 'hex') as tag, o.sku_id, s.details as sku_details,
      (select coalesce(jsonb_agg(jsonb_build_object('hash', hash, 'ext', ext, 'name', name, 'mime', mime, 'size', size)
         order by created_at), '[]') from sku_certificate
       where sku_id = s.id and id = any(${uuids(certificates)}) and status = 'Approved') as certificates
    from code_order o join sku s on s.id = o.sku_id
    where o.merchant_id = ${merchantId} and encode(o.tag, 'hex') = any(${`{${tags.join(',')}}`}::text[])`)
  const texts = new Map(orders.map((order) => [order.sku_id, payloadBytes(order)]))
  const written = await tx
    .insert(payload)
    .values(
      [...texts].map(([skuId, bytes]) => ({
        merchantId,
        batchId,
        skuId,
        bytes,
        digest: sql`sha256(${bytes})` as never,
      })),
    )
    .returning({ skuId: payload.skuId, digest: payload.digest })
  const digestOfSku = new Map(written.map(({ skuId, digest }) => [skuId, digest]))
  const digestOfTag = new Map(orders.map(({ tag, sku_id }) => [tag, digestOfSku.get(sku_id)!]))
  const digests = Buffer.alloc(list.length * 32)
  for (const [i, address] of list.entries()) digests.set(digestOfTag.get(tagOf(address))!, i * 32)
  return batchTree(digests, addresses)
}

const Facts = z.object({
  sku_details: z.record(z.string(), z.string()).catch({}),
  sku_details_order: z.array(z.string()).optional(),
  images: z.array(StoredFile.pick({ hash: true, ext: true })).catch([]),
})
const Certificates = z.array(StoredFile.pick({ hash: true, ext: true, name: true })).catch([])

function payloadBytes(order: OrderPart): Buffer {
  const { sku_details, sku_details_order, images } = Facts.parse(order.sku_details)
  return Buffer.from(
    payloadText({
      facts: sku_details,
      order: sku_details_order ?? Object.keys(sku_details),
      images,
      certificates: Certificates.parse(order.certificates),
    }),
  )
}
