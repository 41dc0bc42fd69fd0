import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'

/** A case about several codes was opened, or opened again. */
export const patternFound = defineEvent('pattern.found', z.object({ product: z.string() }))
