import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'

export const shipmentCreated = defineEvent('shipment.created', z.object({}))
/** Fields of a shipment were changed, or it was removed or restored. */
export const shipmentUpdated = defineEvent('shipment.updated', z.object({}))
/** A shipment has arrived. It can be told again if a person took that back. */
export const shipmentDelivered = defineEvent('shipment.delivered', z.object({}))

/** The temperature log of a shipment got readings, or its limit was changed: other excursions may count. */
export const shipmentLogChanged = defineEvent('shipment.logChanged', z.object({}))
