import { activateBatch } from '#server/activation/jobs.ts'
import { loadConfig } from '#server/core/config.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { openServices, type Services } from '#server/core/services.ts'
import { codeKeyOf, printedAddress, printedSecret } from '#server/order/code.ts'
import { generateCodes } from '#server/order/jobs.ts'
import { blockOf, randomNumber } from '#server/order/service.ts'
import { queuedOrder, runJob } from './demo-orders.ts'
import type { TestSystem } from './test-system.ts'

/** The maximum number of codes that one call may activate. */
const activatedAtOnce = 3_000

/** A batch of new codes that waits for its activation. It is written as a row, because a call accepts at most 3,000 codes. */
export async function createPendingBatch(services: Services, codes: number, product?: string): Promise<string> {
  const orderId = await queuedOrder(services, codes, product)
  await runJob(generateCodes, { orderId }, services)
  const { rows } = await services.db.system((tx) =>
    tx.execute<{ id: string }>(sql`
      insert into activation_batch (merchant_id, identifier, quantity, addresses, blocks)
      select merchant_id, ${randomNumber()}, count(*), array_agg(address order by serial_no), (
        select jsonb_agg(jsonb_build_array(${orderId}::text, block, codes)) from (
          select ${blockOf(sql`serial_no`)} as block, count(*) as codes from code where order_id = ${orderId} group by 1) counted)
      from code where order_id = ${orderId} group by merchant_id returning id`),
  )
  return rows[0]!.id
}

/** Genuine codes in the random order in which shoppers ask for them. */
export async function createScannablePaths(stage: TestSystem, codes: number, product?: string): Promise<string[]> {
  const services = await openServices(loadConfig(stage.env))
  try {
    const fresh: string[] = []
    while (fresh.length * activatedAtOnce < codes) {
      const batchId = await createPendingBatch(services, activatedAtOnce, product)
      await runJob(activateBatch, { batchId }, services)
      fresh.push(batchId)
    }
    const { rows } = await services.db.read.execute<{ address: string }>(
      sql`select address from activation where batch_id in ${fresh} order by random()`,
    )
    const key = codeKeyOf(services.config.codeKey)
    return rows.map(({ address }) => {
      const bytes = uuidBytes(address)
      return `/api/tag/verify?a=${printedAddress(bytes)}&p=${printedSecret(key, bytes)}`
    })
  } finally {
    await services.close()
  }
}
