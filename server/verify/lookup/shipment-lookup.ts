import type { Database } from '#server/core/db/database.ts'
import { deliveryReader } from '#server/logistic/service.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'
import { microBatch } from './micro-batch.ts'
import { type ShipmentLog, shipmentLogLookup } from './shipment-log.ts'

/** The shipment data in the answer for a code in transit. */
export type ShipmentInfo = Pick<VerifyResponse, 'delivered' | 'logisticLoggingEnded' | 'delivery'> & ShipmentLog

export function shipmentLookup(
  db: Pick<Database, 'read'>,
  codeKey: Uint8Array,
): (address: string) => Promise<ShipmentInfo | undefined> {
  const findDelivery = microBatch(deliveryReader(db, codeKey))
  const findLog = shipmentLogLookup(db)
  return async (address) => {
    const found = await findDelivery(address)
    if (!found) return undefined
    const { delivered, logisticLoggingEnded, ...delivery } = found.delivery
    const log = delivery.hasSensor ? await findLog(found.id) : { readings: [], range: undefined }
    return { delivered, logisticLoggingEnded, delivery, ...log }
  }
}
