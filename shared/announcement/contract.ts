import { z } from 'zod'
import { Balance } from '#shared/billing/contract.ts'
import { defineContract } from '#shared/core/api/contract.ts'

/** An announcement at sign-in: the state of the credit, or a message of the operator. */
export const Announcement = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('credit'), balance: Balance }),
    z.object({ kind: z.literal('notice'), text: z.string() }),
  ])
  .meta({ id: 'Announcement' })
export type Announcement = z.infer<typeof Announcement>

export const announcementContract = defineContract({
  list: {
    method: 'GET',
    path: '/announcement',
    access: 'signedIn',
    summary: 'List the announcements for the caller',
    answer: z.array(Announcement),
  },
})
