import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'
import { chainIds } from './contract.ts'

/** The proof of an activation batch is final on a chain. There is one event for each chain. */
export const batchAnchored = defineEvent('batch.anchored', z.object({ chain: z.enum(chainIds) }))
