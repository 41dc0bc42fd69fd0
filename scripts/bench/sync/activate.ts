import { randomUUID } from 'node:crypto'
import { demoProduct, queuedOrder, runJob } from '#scripts/bench/setup/demo-orders.ts'
import { type BenchEffort, type BenchResult, measureSeconds, median, round } from '#scripts/bench/setup/measure.ts'
import {
  createOfflineMerchant,
  createOperation,
  openApp,
  pushBody,
  sendPush,
} from '#scripts/bench/setup/offline-merchant.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { activateBatch } from '#server/activation/jobs.ts'
import { uuidBytes } from '#server/core/db/uuid.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { codeKeyOf, codeUrl, printedOrigin } from '#server/order/code.ts'
import { generateCodes } from '#server/order/jobs.ts'

const codes = 3000
const copies = 6

/** Milliseconds until a phone's list of 3,000 codes that arrives six times at once is answered each time: one activation. */
export async function syncActivate(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  return stage.scratch(async ({ services }) => {
    const app = await openApp(services)
    try {
      await services.jobs.start([activateBatch])
      const { merchantId } = await demoProduct(services.db)
      const owner = await createOfflineMerchant(services, app, merchantId)
      const { codeKey, publicUrl } = services.config
      const [key, origin] = [codeKeyOf(codeKey), printedOrigin(publicUrl)]
      const once = async () => {
        const orderId = await queuedOrder(services, codes)
        await runJob(generateCodes, { orderId }, services)
        const { rows } = await services.db.read.execute<{ address: string }>(
          sql`select address from code where order_id = ${orderId} order by random()`,
        )
        const addressList = rows.map(({ address }) => codeUrl(origin, key, uuidBytes(address)))
        const deviceId = randomUUID()
        const create = { entity: 'activation_batch', recordId: randomUUID(), kind: 'create', n: 1 }
        const operation = await createOperation(owner, deviceId, {
          ...create,
          patch: { addressList: { to: addressList } },
        })
        const body = pushBody(deviceId, [operation])
        let count = 0
        const took = await measureSeconds(async () => {
          const counts = await Promise.all(Array.from({ length: copies }, () => sendPush(app, owner, body)))
          count = counts.reduce((sum, one) => sum + one, 0)
        })
        if (count !== 1) throw new Error(`The list was activated ${count} times`)
        return took * 1000
      }
      await once()
      const times: number[] = []
      for (let i = 0; i < rounds; i++) times.push(await once())
      return {
        name: 'sync-activate',
        ours: round(median(times), 0),
        floor: null,
        ratio: null,
        unit: 'ms',
        rounds,
        codes,
        copies,
      }
    } finally {
      await app.close()
    }
  })
}
