import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Id, Instant } from '#shared/core/fields/fields.ts'
import { jobFailures } from '#shared/core/job-failure.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { ActivationOptions } from './contract.ts'

const Serial = z.int('Please fill in a whole number').min(1, 'Please fill in a whole number').max(limits.orderQuantity)

/** A range of serial numbers of an order, both included; the whole order without them. */
export const ActivationRunInput = z
  .object({ orderId: Id, first: Serial.optional(), last: Serial.optional(), ...ActivationOptions.shape })
  .refine(({ first = 1, last = limits.orderQuantity }) => first <= last, {
    path: ['last'],
    message: 'The last number is before the first one',
  })

export const ActivationRun = z
  .object({
    id: Id,
    orderId: Id,
    first: z.number().int(),
    last: z.number().int(),
    /** Serial numbers that are finished, and all. */
    done: z.number().int(),
    total: z.number().int(),
    /** Codes that this run has activated: without those that were active or pending before. */
    activated: z.number().int(),
    state: z.enum(['queued', 'running', 'done', 'failed']),
    /** The reason of the failure; null unless it has failed. */
    failure: z.enum(jobFailures).nullable(),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .meta({ id: 'ActivationRun' })
export type ActivationRun = z.infer<typeof ActivationRun>

export const activationRunContract = defineContract({
  start: {
    method: 'POST',
    path: '/tag/activate/order',
    access: 'merchantOrDealer',
    scope: 'codes:write',
    summary: 'Activate all inactive codes of an order, or of a range of its serial numbers',
    body: ActivationRunInput,
    answer: ActivationRun,
    idempotency: 'required',
    perMinute: 60,
  },
  latest: {
    method: 'GET',
    path: '/tag/activate/order',
    access: 'anyMerchantRole',
    scope: 'codes:read',
    summary: 'Read the latest activation of an order by its serial numbers',
    query: z.object({ orderId: Id }),
    answer: z.object({ run: ActivationRun.nullable() }),
  },
})

export const activationRunProblems = defineProblems('activationRun', {
  running: { status: 409, enUS: 'This order is already being activated', ruRU: 'Этот заказ уже активируется' },
  unfinished: {
    status: 409,
    enUS: 'The codes of this order are still being created',
    ruRU: 'Коды этого заказа ещё создаются',
  },
  beyond: {
    status: 409,
    enUS: 'This order has {{quantity}} codes',
    ruRU: 'В этом заказе кодов: {{quantity}}',
  },
  unbound: {
    status: 409,
    enUS: 'No inactive code of this order is bound to a product yet. Bind the codes first.',
    ruRU: 'В этом заказе нет неактивных кодов, привязанных к товару. Сначала привяжите коды.',
  },
  nothing: { status: 409, enUS: 'All codes are already active', ruRU: 'Все коды уже активны' },
})
