import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'

/** The system turned an endpoint off. `host`: of its address, whose path may be secret. */
export const webhookStopped = defineEvent('webhook.stopped', z.object({ host: z.string() }))
