import { z } from 'zod'

/** How far an administrator's review of a trademark or a certificate has come. */
export const reviewStatuses = ['Pending Approval', 'Approved', 'Rejected', 'Request Changes'] as const
export const ReviewStatus = z.enum(reviewStatuses)
export type ReviewStatus = z.infer<typeof ReviewStatus>
