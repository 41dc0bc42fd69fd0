import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/core/db/database.ts'
import { deliveryReader } from '#server/logistic/service.ts'
import type { SensorReading, VerifyAnswer } from '#shared/verify/contract.ts'
import { microBatch } from './micro-batch.ts'

/** The shipment data in the answer for a code in transit. */
export type ShipmentInfo = Pick<VerifyAnswer, 'delivered' | 'logisticLoggingEnded' | 'delivery'> & {
  readings: SensorReading[]
}

/** A log is divided into this many equal intervals. The lowest and highest value of each is shown. */
const maxIntervals = 60
/** All codes of a shipment share its log. A new reading is visible after at most this many milliseconds. */
const freshMs = 10_000

export function shipmentLookup(
  db: Pick<Database, 'read'>,
  codeKey: Uint8Array,
): (address: string) => Promise<ShipmentInfo | undefined> {
  const findDelivery = microBatch(deliveryReader(db, codeKey))
  const findReadings = readingsLookup(db)
  return async (address) => {
    const found = await findDelivery(address)
    if (!found) return undefined
    const { delivered, logisticLoggingEnded, ...delivery } = found.delivery
    const readings = delivery.hasSensor ? await findReadings(found.id) : []
    return { delivered, logisticLoggingEnded, delivery, readings }
  }
}

function readingsLookup(db: Pick<Database, 'read'>): (logisticId: string) => Promise<SensorReading[]> {
  const cache = new LRUCache<string, SensorReading[]>({ max: 1000, ttl: freshMs })
  const load = microBatch<SensorReading[]>(async (ids) => {
    const list = `{${ids.join()}}`
    const { rows } = await db.read.execute<{ id: string; at: Date | string; temp: number }>(sql`
      with log as (
        select logistic_id, at, temp, ntile(${maxIntervals}) over (partition by logistic_id order by at) as stretch
        from logistic_reading where logistic_id = any(${list}::uuid[])
      ), placed as (
        select logistic_id, at, temp,
          row_number() over (partition by logistic_id, stretch order by temp, at) as low,
          row_number() over (partition by logistic_id, stretch order by temp desc, at) as high
        from log
      )
      select logistic_id as id, at, temp from placed where low = 1 or high = 1 order by logistic_id, at`)
    const readings = Map.groupBy(rows, ({ id }) => id)
    for (const id of ids) {
      const log = (readings.get(id) ?? []).map(({ at, temp }) => ({ time: new Date(at).toISOString(), temp }))
      cache.set(id, log)
    }
    return new Map(ids.map((id) => [id, cache.get(id) ?? []]))
  })
  return async (logisticId) => cache.get(logisticId) ?? (await load(logisticId)) ?? []
}
