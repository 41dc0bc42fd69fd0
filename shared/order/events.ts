import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'

/** `number`: the number of the order that people see. */
const data = z.object({ number: z.string() })

/** All codes of an order exist. */
export const orderFinished = defineEvent('order.finished', data)
/** The generation was given up. It can be started again. */
export const orderFailed = defineEvent('order.failed', data)
