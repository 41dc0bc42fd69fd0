import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { activation, activationBatch, payload } from '#server/activation/table.ts'
import { buildTree, codeLeaves, sha256 } from '#server/anchoring/merkle.ts'
import { commitBatch } from '#server/anchoring/service.ts'
import { ledgerEntry, wallet } from '#server/billing/table.ts'
import type { Tx } from '#server/core/db.ts'
import { code, codeOrder } from '#server/order/table.ts'
import type { SeededSku } from './catalogue.ts'
import { seedCaution, seedRecall } from './verdicts.ts'

const quantity = 60
/** Half of an order is activated, so that both verdicts can be seen. */
const activated = 30

/**
 * One finished order for each SKU, the first half of its codes activated and queued for anchoring. With alerts, the last but
 * one active code of the first order is under suspicion, and a small order of its own is recalled.
 */
export async function seedCodes(
  tx: Tx,
  merchantId: string,
  skus: SeededSku[],
  { withAlerts = false } = {},
): Promise<void> {
  const days = (ago: number) => new Date(Date.now() - ago * 86_400_000)
  for (const [n, one] of skus.entries()) {
    const at = days(skus.length - n)
    const { orderId, addresses } = await seedOrder(tx, merchantId, one.id, { quantity, activated, at })
    await seedActivation(tx, merchantId, one, addresses.slice(0, activated))
    const suspect = uuidOf(addresses[activated - 2]!)
    if (withAlerts && n === 0) await seedCaution(tx, { merchantId, skuId: one.id, orderId }, suspect)
  }
  if (!withAlerts) return
  const last = skus.at(-1)!
  const recalled = await seedOrder(tx, merchantId, last.id, { quantity: 3, activated: 3, at: days(0.5) })
  await seedActivation(tx, merchantId, last, recalled.addresses)
  await seedRecall(tx, { merchantId, skuId: last.id, orderId: recalled.orderId })
}

type Amount = { quantity: number; activated: number; at: Date }

async function seedOrder(
  tx: Tx,
  merchantId: string,
  skuId: string,
  { quantity, activated, at }: Amount,
): Promise<{ orderId: string; addresses: Buffer[] }> {
  const tag = randomBytes(5)
  const [order] = await tx
    .insert(codeOrder)
    .values({
      merchantId,
      orderId: orderNumber(tag),
      skuId,
      quantity,
      note: 'Demonstration',
      tag,
      state: 'done',
      generated: quantity,
      activated,
      createdAt: at,
      startedAt: at,
      finishedAt: at,
    })
    .returning()
  const addresses = Array.from({ length: quantity }, () => Buffer.concat([tag, randomBytes(11)])).sort(Buffer.compare)
  const rows = addresses.map((address, i) => ({
    address: uuidOf(address),
    merchantId,
    orderId: order!.id,
    serialNo: i + 1,
  }))
  await tx.insert(code).values(rows)
  await tx.insert(ledgerEntry).values({ merchantId, kind: 'order', delta: -quantity, orderId: order!.id })
  await tx
    .update(wallet)
    .set({ remaining: sql`${wallet.remaining} - ${quantity}`, used: sql`${wallet.used} + ${quantity}` })
    .where(eq(wallet.merchantId, merchantId))
  return { orderId: order!.id, addresses }
}

async function seedActivation(tx: Tx, merchantId: string, sku: SeededSku, addresses: Buffer[]): Promise<void> {
  const uuids = addresses.map(uuidOf)
  const [batch] = await tx
    .insert(activationBatch)
    .values({
      merchantId,
      identifier: orderNumber(randomBytes(5)),
      quantity: uuids.length,
      state: 'done',
      addresses: uuids,
      finishedAt: new Date(),
    })
    .returning()
  const bytes = Buffer.from(JSON.stringify({ ...sku.facts, imgs: sku.images.map(({ hash, ext }) => ({ hash, ext })) }))
  const digest = sha256(bytes)
  await tx.insert(payload).values({ merchantId, batchId: batch!.id, skuId: sku.id, bytes, digest })
  await tx.insert(activation).values(uuids.map((address, idx) => ({ address, merchantId, batchId: batch!.id, idx })))
  const digests = Buffer.concat(addresses.map(() => digest))
  const tree = buildTree(codeLeaves(digests, Buffer.concat(addresses)))
  await commitBatch(tx, { ...tree, batchId: batch!.id, merchantId })
}

function uuidOf(address: Buffer): string {
  return address.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Eight letters that cannot be confused, such as A7K2-9QXW. */
function orderNumber(random: Buffer): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  let bits = BigInt(`0x${random.toString('hex')}`)
  let letters = ''
  for (; letters.length < 8; bits >>= 5n) letters += alphabet[Number(bits & 31n)]
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
