import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'

/** `number`: that of the order or of the batch that people see. */
const data = z.object({ number: z.string() })

/** The activation of a part of an order has ended. Its batches have no events of their own. */
export const activationFinished = defineEvent('activation.finished', data)
export const activationFailed = defineEvent('activation.failed', data)

/** All codes of a batch are active: of a list, or of a part of an activation. */
export const batchFinished = defineEvent('batch.finished', data)

/** The batch of a list was given up. The batch of an activation fails with it. */
export const batchFailed = defineEvent('batch.failed', data)
