import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'

/** `number`: the number of the shipment that people see. */
const data = z.object({ number: z.string() })

/** The temperature log of a shipment got readings, or its limit was changed: other excursions may count. */
export const shipmentLogChanged = defineEvent('shipment.logChanged', z.object({}))
/** Codes were shipped. One event for all codes of a shipment. */
export const shipmentCreated = defineEvent('shipment.created', data)
/** The brand, a dealer or a shopper with one of its codes said that it has arrived. It can be taken back. */
export const shipmentDelivered = defineEvent('shipment.delivered', data)
