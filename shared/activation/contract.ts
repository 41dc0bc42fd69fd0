import { z } from 'zod'
import { defineContract } from '#shared/core/contract.ts'
import { ById, Id, Instant, PageQuery, pageOf } from '#shared/core/fields.ts'
import { limits } from '#shared/core/limits.ts'
import { defineProblems } from '#shared/core/problem.ts'

/** What can be wrong with one row of an activation list. */
export const rowProblems = ['unreadable', 'unknown', 'wrongSecret', 'duplicate', 'pending', 'active'] as const
export const CodeCheck = z.object({
  /** Counts from 1 in the list that was sent. */
  row: z.number().int(),
  code: z.string(),
  problem: z.enum(rowProblems),
})
export type CodeCheck = z.infer<typeof CodeCheck>

const AddressList = z.array(z.string().trim().min(1).max(500)).min(1).max(limits.activationCodes)

/** `Activating` until the codes are active: console and phones poll while they see it. */
export const batchStatuses = ['Activating', 'Activated', 'Failed'] as const
export const Batch = z
  .object({
    id: Id,
    identifier: z.string(),
    quantity: z.number().int(),
    status: z.enum(batchStatuses),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .meta({ id: 'ActivationBatch' })
export type Batch = z.infer<typeof Batch>

export const codeStates = ['Inactive', 'Pending', 'Active'] as const
export const Code = z
  .object({
    address: z.string(),
    serial_no: z.number().int(),
    state: z.enum(codeStates),
    order: z.object({ order_id: z.string() }),
    sku: z.object({ name: z.string(), sku: z.string() }),
  })
  .meta({ id: 'Code' })

export const activationContract = defineContract({
  check: {
    method: 'POST',
    path: '/payloads/check',
    access: 'dealer',
    summary: 'What is wrong with a list of codes, row by row',
    body: z.object({ addressList: AddressList }),
    answer: z.object({ valid: z.number().int(), errors: z.array(CodeCheck) }),
    perMinute: 60,
  },
  activate: {
    method: 'POST',
    path: '/tag/activate',
    access: 'dealer',
    summary: 'Activate a list of codes: all of them or none',
    body: z.object({ addressList: AddressList }),
    answer: Batch,
    idempotency: 'required',
    perMinute: 60,
  },
  batches: {
    method: 'GET',
    path: '/payloads/activateBatch',
    access: 'reader',
    summary: 'Activations, the newest first',
    query: PageQuery,
    answer: pageOf(Batch),
  },
  batch: {
    method: 'GET',
    path: '/payloads/activateBatch/:id',
    access: 'reader',
    summary: 'One activation',
    params: ById,
    answer: Batch,
  },
  activated: {
    method: 'GET',
    path: '/payloads/activated',
    access: 'reader',
    summary: 'Activated codes of each order',
    answer: z.array(z.object({ orderId: Id, activated: z.number().int(), total: z.number().int() })),
  },
  totalActivated: {
    method: 'GET',
    path: '/payloads/totalActivated',
    access: 'reader',
    summary: 'Codes activated so far',
    answer: z.object({ total: z.number().int() }),
  },
  codes: {
    method: 'GET',
    path: '/payloads',
    access: 'reader',
    summary: 'Codes of an order or of an activation',
    query: PageQuery.extend({ orderId: Id.optional(), activeBatchId: Id.optional() }).refine(
      (query) => query.orderId !== undefined || query.activeBatchId !== undefined,
      { message: 'Name an order or an activation', path: ['orderId'] },
    ),
    answer: pageOf(Code),
  },
})

export const activationProblems = defineProblems('activation', {
  notFound: { status: 404, enUS: 'Activation not found', ruRU: 'Активация не найдена' },
  badRows: {
    status: 409,
    enUS: '{{count}} codes cannot be activated. Nothing was changed.',
    ruRU: 'Не удаётся активировать кодов: {{count}}. Ничего не изменено.',
  },
})
