import { hash, randomBytes } from 'node:crypto'
import { activation, activationBatch, payload } from '#server/activation/table.ts'
import { buildTree, codeLeaves, sha256 } from '#server/anchoring/proof/merkle.ts'
import { commitBatch } from '#server/anchoring/service.ts'
import { ledgerEntry, wallet } from '#server/billing/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import { orderNumber } from '#server/order/code.ts'
import { countInBlocks } from '#server/order/service.ts'
import { code, codeOrder } from '#server/order/table.ts'
import { serializePayload } from '#shared/activation/payload.ts'
import { payloadOfCode } from '#shared/activation/payload-of-code.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import type { SeededSku } from './catalogue.ts'
import { seedCaution, seedRecall } from './verdicts.ts'

/** Half of an order is activated, so that both verdicts can be seen. */
const whole = { quantity: 60, activated: 30 }

/** Hours from an order to the activation of its codes. */
const activationHours = 5

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** One finished order for each SKU, the first half of its codes activated and queued for anchoring. */
export async function seedCodes(tx: Tx, merchantId: string, skus: SeededSku[]): Promise<void> {
  for (const [n, one] of skus.entries())
    await seedItems(tx, merchantId, one, { ...whole, at: daysAgo(skus.length - n) })
}

/**
 * Problem cases for the demo: a small order of the first SKU whose only active code is under suspicion, and a small
 * recalled order of the last SKU.
 */
export async function seedVerdictCases(tx: Tx, merchantId: string, skus: SeededSku[]): Promise<void> {
  const [first, last] = [skus[0]!, skus.at(-1)!]
  const copied = await seedItems(tx, merchantId, first, { quantity: 3, activated: 1, at: daysAgo(32) })
  await seedCaution(tx, { merchantId, skuId: first.id, orderId: copied.orderId }, uuidOf(copied.addresses[0]!))
  const recalled = await seedItems(tx, merchantId, last, { quantity: 3, activated: 3, at: daysAgo(40) })
  await seedRecall(tx, { merchantId, skuId: last.id, orderId: recalled.orderId })
}

type Amount = { quantity: number; activated: number; at: Date; note?: string }
type Items = { orderId: string; addresses: Buffer[] }

/** A finished order, the first codes of which are activated and queued for anchoring. */
export async function seedItems(tx: Tx, merchantId: string, sku: SeededSku, amount: Amount): Promise<Items> {
  const items = await seedOrder(tx, merchantId, sku.id, amount)
  const activatedAt = new Date(amount.at.getTime() + activationHours * 3_600_000)
  await seedActivation(tx, merchantId, { sku, addresses: items.addresses.slice(0, amount.activated), at: activatedAt })
  await countInBlocks(tx, merchantId, [[items.orderId, 0, amount.activated]])
  return items
}

async function seedOrder(
  tx: Tx,
  merchantId: string,
  skuId: string,
  { quantity, activated, at, note = 'Demonstration' }: Amount,
): Promise<Items> {
  const prefix = randomBytes(5)
  const [order] = await tx
    .insert(codeOrder)
    .values({
      merchantId,
      orderId: orderNumber(prefix),
      skuId,
      quantity,
      note,
      prefix,
      state: 'done',
      generated: quantity,
      activated,
      createdAt: at,
      startedAt: at,
      finishedAt: at,
    })
    .returning()
  const addresses = Array.from({ length: quantity }, () => Buffer.concat([prefix, randomBytes(11)])).sort(
    Buffer.compare,
  )
  const rows = addresses.map((address, i) => ({
    address: uuidOf(address),
    merchantId,
    orderId: order!.id,
    serialNo: i + 1,
  }))
  await tx.insert(code).values(rows)
  await tx
    .insert(ledgerEntry)
    .values({ merchantId, kind: 'order', delta: -quantity, orderId: order!.id, createdAt: at })
  await tx
    .update(wallet)
    .set({ remaining: sql`${wallet.remaining} - ${quantity}`, used: sql`${wallet.used} + ${quantity}` })
    .where(eq(wallet.merchantId, merchantId))
  return { orderId: order!.id, addresses }
}

async function seedActivation(
  tx: Tx,
  merchantId: string,
  { sku, addresses, at }: { sku: SeededSku; addresses: Buffer[]; at: Date },
): Promise<void> {
  const uuids = addresses.map(uuidOf)
  const [batch] = await tx
    .insert(activationBatch)
    .values({
      // Devices list the batches in the order of their ids.
      id: uuid7(at.getTime()),
      merchantId,
      identifier: orderNumber(randomBytes(5)),
      quantity: uuids.length,
      state: 'done',
      addresses: uuids,
      createdAt: at,
      finishedAt: at,
    })
    .returning()
  const { text, rest } = serializePayload({
    about: {
      batch: batch!.identifier,
      time: batch!.finishedAt!.toISOString(),
      keys: '/log/keys',
      ...(await namesOf(tx, sku.id)),
    },
    facts: sku.facts,
    order: Object.keys(sku.facts),
    images: sku.images,
    certificates: [],
    sha256: (part) => hash('sha256', part),
  })
  const bytes = Buffer.from(text)
  const stored = { bytes, digest: sha256(bytes), rest: rest === undefined ? null : Buffer.from(rest) }
  await tx.insert(payload).values({ merchantId, batchId: batch!.id, skuId: sku.id, ...stored })
  await tx.insert(activation).values(uuids.map((address, idx) => ({ address, merchantId, batchId: batch!.id, idx })))
  const digests = Buffer.concat(
    addresses.map((address) => sha256(Buffer.from(payloadOfCode(text, address.toString('hex'))))),
  )
  const tree = buildTree(codeLeaves(digests, Buffer.concat(addresses)))
  await commitBatch(tx, { ...tree, batchId: batch!.id, merchantId })
}

type Names = { merchant: string; trademark: string; product: string; sku: string }

async function namesOf(tx: Tx, skuId: string): Promise<Names> {
  const { rows } = await tx.execute<Names>(sql`
    select m.name as merchant, t.registration_name as trademark, s.name as product, s.sku
    from sku s join trademark t on t.id = s.trademark_id join merchant m on m.id = s.merchant_id where s.id = ${skuId}`)
  return rows[0]!
}

function uuidOf(address: Buffer): string {
  return address.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
