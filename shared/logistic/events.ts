import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'

/** The temperature log of a shipment got readings, or its limit was changed: other excursions may count. */
export const shipmentLogChanged = defineEvent('shipment.logChanged', z.object({}))
