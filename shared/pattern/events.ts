import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'
import { PatternSeen } from './contract.ts'

/** A case about several codes was opened, or opened again. `seen` is absent in events that waited during an upgrade. */
export const patternFound = defineEvent(
  'pattern.found',
  z.object({ product: z.string(), seen: PatternSeen.optional() }),
)
