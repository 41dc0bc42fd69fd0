import { z } from 'zod'
import { MultiLine, PageQuery } from '#shared/core/fields/fields.ts'

/** The state of an administrator's review of a trademark or a certificate. */
export const reviewStatuses = ['Pending Approval', 'Approved', 'Rejected', 'Request Changes'] as const
export const ReviewStatus = z.enum(reviewStatuses)
export type ReviewStatus = z.infer<typeof ReviewStatus>

/** The reason of the decision, which the merchant reads in the console and in the mail. */
export const ReviewNote = MultiLine(500)
/** The requested correction, until the next decision; null if none was given. */
export const OpenReviewNote = z.string().nullable()

/** Restricts the list to documents that wait for a decision, the oldest first. Administrators only. */
export const ReviewQuery = PageQuery.extend({ waiting: z.literal('yes').optional() })
