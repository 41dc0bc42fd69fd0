import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'
import { TriggeredRule } from './rules.ts'

/**
 * A rule fired for a code, also again after its case was closed, or a shopper reported it. `fired` is absent for a report and in
 * events of version 0.1.0.
 */
export const caseOpened = defineEvent(
  'case.opened',
  z.object({ product: z.string(), isReport: z.boolean(), fired: TriggeredRule.optional() }),
)

/** `name`: the number or name of what is recalled. */
const data = z.object({ name: z.string() })

export const recallStarted = defineEvent('recall.started', data)
/** Shoppers had seen the recall. One that was undone before has no such event. */
export const recallEnded = defineEvent('recall.ended', data)
