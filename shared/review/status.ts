import { z } from 'zod'
import { PageQuery, SingleLine } from '#shared/core/fields/fields.ts'

/** How far an administrator's review of a trademark or a certificate has come. */
export const reviewStatuses = ['Pending Approval', 'Approved', 'Rejected', 'Request Changes'] as const
export const ReviewStatus = z.enum(reviewStatuses)
export type ReviewStatus = z.infer<typeof ReviewStatus>

/** The reason of the decision, which the merchant reads in the console and in the mail. */
export const ReviewNote = SingleLine(500)
/** What is to be mended, until it is decided anew; null where nothing was written. */
export const OpenReviewNote = z.string().nullable()

/** Administrators read what waits for their decision alone, the oldest first. */
export const ReviewQuery = PageQuery.extend({ waiting: z.literal('yes').optional() })
