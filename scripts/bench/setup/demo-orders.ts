import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { ledgerEntry, wallet } from '#server/billing/table.ts'
import { loadConfig } from '#server/core/config.ts'
import type { Database } from '#server/core/db/database.ts'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import type { Job } from '#server/core/jobs/job-queue.ts'
import { openServices, type Services } from '#server/core/services.ts'
import { orderNumber, prefixBytes } from '#server/order/code.ts'
import { generateCodes } from '#server/order/jobs.ts'
import { codeOrder } from '#server/order/table.ts'
import { sku } from '#server/sku/table.ts'

/** A seeded product whose page has no customization, and one whose page has a customization. */
const plainProduct = 'HT-OOLONG-050'
export const customizedProduct = 'HT-BLACK-100'

/** A product of the demo merchant. */
export async function demoProduct(db: Database, number = plainProduct): Promise<{ id: string; merchantId: string }> {
  const [product] = await db.read
    .select({ id: sku.id, merchantId: sku.merchantId })
    .from(sku)
    .where(eq(sku.sku, number))
  return product!
}

/** Creates an order that waits for its codes. Returns its id. */
export async function queuedOrder({ db }: Services, quantity: number, number?: string): Promise<string> {
  const { id: skuId, merchantId } = await demoProduct(db, number)
  const prefix = randomBytes(prefixBytes)
  const [order] = await db.system((tx) =>
    tx
      .insert(codeOrder)
      .values({ merchantId, skuId, quantity, prefix, orderId: orderNumber(prefix) })
      .returning({ id: codeOrder.id }),
  )
  return order!.id
}

/** Creates an order and its codes, without a worker. Returns its id. */
export async function orderWithCodes(env: NodeJS.ProcessEnv, quantity: number): Promise<string> {
  const services = await openServices(loadConfig(env))
  try {
    const orderId = await queuedOrder(services, quantity)
    await runJob(generateCodes, { orderId }, services)
    return orderId
  } finally {
    await services.close()
  }
}

/** Runs a job in this process without the queue. */
export function runJob<S extends z.ZodType>(job: Job<S>, data: z.input<S>, services: Services): Promise<void> {
  const context = { services, signal: new AbortController().signal, heartbeat: async () => {}, attempt: 'bench' }
  return job.run(job.schema.parse(data), context)
}

/** Adds credit to the wallet of the demo merchant, with its entry in the ledger. */
export async function grantCodes(db: Database, merchantId: string, codes: number): Promise<void> {
  await db.system(async (tx) => {
    await tx.insert(ledgerEntry).values({ merchantId, kind: 'grant', delta: codes })
    await tx
      .update(wallet)
      .set({ remaining: sql`${wallet.remaining} + ${codes}` })
      .where(eq(wallet.merchantId, merchantId))
  })
}
