import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'

/** A temperature was out of range. The subject is the sensor or the shipment, `name` what people call it. */
export const alarmRaised = defineEvent('alarm.raised', z.object({ name: z.string() }))
