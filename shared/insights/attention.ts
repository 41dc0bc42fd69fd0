import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { Id } from '#shared/core/fields/fields.ts'
import { awaitedPlans, type FirstStep, firstSteps } from './first-steps.ts'

const count = z.number().int().nonnegative()
export const documentKinds = ['business', 'trademark', 'certificate'] as const
const DocumentCounts = z.object({ business: count, trademark: count, certificate: count })

/** The numbers and tasks that a merchant sees first. */
export const Attention = z
  .object({
    /** Scans of the last 7 days, and of the 7 days before, as the screen of insights counts them. */
    scans: z.object({ week: count, before: count }),
    /** Open cases, and temperature alarms that are not acknowledged. */
    openAlerts: count,
    /** Documents that wait for an administrator, and those that the merchant has to correct. */
    approvals: z.object({ waiting: DocumentCounts, toCorrect: DocumentCounts }),
    /** Orders and activations that are running, the newest first. */
    jobs: z.array(
      z.object({ kind: z.enum(['order', 'activation']), id: Id, name: z.string(), done: count, total: count }),
    ),
  })
  .meta({ id: 'Attention' })
export type Attention = z.infer<typeof Attention>

/** The waiting tasks of administrators. */
const AdminQueues = z
  .object({ business: count, trademark: count, certificate: count, host: count, message: count, chain: count })
  .meta({ id: 'AdminQueues' })

const FirstStepsResponse = z
  .object(Object.fromEntries(firstSteps.map((step) => [step, z.boolean()])) as Record<FirstStep, z.ZodBoolean>)
  .extend({ awaitedPlan: z.enum(awaitedPlans).nullable() })

export const attentionContract = defineContract({
  read: {
    method: 'GET',
    path: '/insights/attention',
    access: 'officeOrPartner',
    summary: 'Count the recent scans, open alerts and waiting documents, and list the running jobs',
    answer: Attention,
    snapshot: true,
  },
  firstSteps: {
    method: 'GET',
    path: '/insights/first-steps',
    access: 'officeOrPartner',
    summary: 'Read which steps to the first scanned label are done',
    answer: FirstStepsResponse,
  },
  queues: {
    method: 'GET',
    path: '/insights/queues',
    access: 'admin',
    summary: 'Count what waits for administrators',
    answer: AdminQueues,
  },
})
