import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'
import { ReviewKind } from './contract.ts'
import { ReviewStatus } from './status.ts'

/** A decision on a document counts: the time to undo it is over. The subject is the document. */
export const reviewDecided = defineEvent(
  'review.decided',
  z.object({ kind: ReviewKind, status: ReviewStatus, name: z.string() }),
)
