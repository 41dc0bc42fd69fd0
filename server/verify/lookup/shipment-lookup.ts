import type { Database } from '#server/core/db/database.ts'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import { createDeliveryReader } from '#server/logistic/service.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'
import { createShipmentLogLookup, type ShipmentLog } from './shipment-log.ts'

/** The shipment data in the response for a code in transit. */
export type ShipmentInfo = Pick<VerifyResponse, 'delivered' | 'logisticLoggingEnded' | 'delivery'> & ShipmentLog

export function createShipmentLookup(
  db: Pick<Database, 'read'>,
  codeKey: Uint8Array,
): (address: string) => Promise<ShipmentInfo | undefined> {
  const findDelivery = createMicroBatch(createDeliveryReader(db, codeKey))
  const findLog = createShipmentLogLookup(db)
  return async (address) => {
    const found = await findDelivery(address)
    if (!found) return undefined
    const { delivered, logisticLoggingEnded, ...delivery } = found.delivery
    const log = delivery.hasSensor ? await findLog(found.id) : { readings: [], range: undefined }
    return { delivered, logisticLoggingEnded, delivery, ...log }
  }
}
