import { z } from 'zod'
import { Proof } from '#shared/anchoring/contract.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Id, Instant, PageQuery, pageOf, toNullableShape } from '#shared/core/fields/fields.ts'
import { jobFailures } from '#shared/core/job-failure.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { Sku } from '#shared/sku/contract.ts'

/** The possible errors of one row of an activation list. `ambiguous`: an own serial that several products have. `unbound`: a blank code without a product. */
export const rowProblems = [
  'unreadable',
  'unknown',
  'wrongSecret',
  'ambiguous',
  'duplicate',
  'pending',
  'active',
  'unbound',
] as const
export const CodeCheck = z.object({
  /** Position in the list that was sent, from 1. */
  row: z.number().int(),
  code: z.string(),
  problem: z.enum(rowProblems),
})
export type CodeCheck = z.infer<typeof CodeCheck>

const AddressList = z.array(z.string().trim().min(1).max(500)).min(1).max(limits.activationCodes)

/**
 * The options that a merchant gives with a list of codes or a whole order. The calls, the response, the records of devices, the
 * form and the history take these fields from here; the server stores each of them in the column of the same name
 * (`optionColumns` in `server/activation/table.ts`).
 */
const ActivationFields = z.object({
  /** A complete submission whose data becomes a part of the payloads. Only for merchants with the feature `submission`. */
  submissionId: Id.optional(),
})

/** The fields of an activation, with those for which the server chooses a value if they are absent. */
export const ActivationOptions = z.object({
  /** Approved certificates of the products in the list, for the payloads; all of them where this is absent. */
  certificates: z.array(Id).max(50).optional(),
  ...ActivationFields.shape,
})
export type ActivationOptions = z.infer<typeof ActivationOptions>

/** `Activating` until the codes are active. The console and devices poll while they see it. */
const batchStatuses = ['Activating', 'Activated', 'Failed'] as const
export const Batch = z
  .object({
    id: Id,
    identifier: z.string(),
    quantity: z.number().int(),
    status: z.enum(batchStatuses),
    ...toNullableShape(ActivationFields.shape),
    /** The reason of the failure; null unless it has failed. Its codes are inactive then. */
    failure: z.enum(jobFailures).nullable(),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .meta({ id: 'ActivationBatch' })
export type Batch = z.infer<typeof Batch>

const codeStates = ['Inactive', 'Pending', 'Active'] as const
export const Code = z
  .object({
    address: z.string(),
    serial_no: z.number().int(),
    /** The serial that the item had before its code; null for a code without one. */
    own_serial: z.string().nullable(),
    state: z.enum(codeStates),
    order: z.object({ order_id: z.string() }),
    /** Null for a blank code that is not bound to a product yet. */
    sku: z.object({ name: z.string(), sku: z.string() }).nullable(),
  })
  .meta({ id: 'Code' })
export type Code = z.infer<typeof Code>
/** A code of the merchant with its whole product, for a preview of its verify page. */
export const CodePreview = Code.omit({ sku: true, order: true }).extend({
  /** `blank`: its codes are bound to products after they were ordered. `sku` is null until then. */
  order: z.object({ order_id: z.string(), blank: z.boolean(), sku: Sku.nullable() }),
})
export type CodePreview = z.infer<typeof CodePreview>

export const activationContract = defineContract({
  check: {
    method: 'POST',
    path: '/payloads/check',
    access: 'merchantOrDealer',
    scope: 'codes:write',
    summary: 'Check a list of codes row by row without activating them',
    body: z.object({ addressList: AddressList }),
    answer: z.object({ valid: z.number().int(), errors: z.array(CodeCheck) }),
    perMinute: 60,
  },
  activate: {
    method: 'POST',
    path: '/tag/activate',
    access: 'merchantOrDealer',
    scope: 'codes:write',
    summary: 'Activate all codes of a list, or none of them',
    body: z.object({ addressList: AddressList, ...ActivationOptions.shape }),
    answer: Batch,
    idempotency: 'optional',
    perMinute: 60,
  },
  batches: {
    method: 'GET',
    path: '/payloads/activateBatch',
    access: 'anyMerchantRole',
    scope: 'codes:read',
    summary: 'List the activation batches, the newest first',
    query: PageQuery,
    answer: pageOf(Batch),
  },
  batch: {
    method: 'GET',
    path: '/payloads/activateBatch/:id',
    access: 'anyMerchantRole',
    scope: 'codes:read',
    summary: 'Read one activation batch',
    params: ById,
    answer: Batch,
  },
  retry: {
    method: 'POST',
    path: '/payloads/activateBatch/:id/retry',
    access: 'merchantOrDealer',
    scope: 'codes:write',
    summary: 'Activate the codes of a failed batch; changes nothing if it has not failed',
    params: ById,
    answer: Batch,
    perMinute: 60,
  },
  chains: {
    method: 'GET',
    path: '/payloads/activateBatch/:id/chains',
    access: 'anyMerchantRole',
    scope: 'codes:read',
    summary: 'Read the proof of an activation batch on both chains; null until its codes are active',
    params: ById,
    answer: z.object({ chains: Proof.shape.chains.nullable() }),
  },
  activated: {
    method: 'GET',
    path: '/payloads/activated',
    access: 'anyMerchantRole',
    scope: 'codes:read',
    summary: 'Count the activated codes of each of the latest 200 orders',
    answer: z.array(z.object({ orderId: Id, activated: z.number().int(), total: z.number().int() })),
  },
  totalActivated: {
    method: 'GET',
    path: '/payloads/totalActivated',
    access: 'anyMerchantRole',
    scope: 'codes:read',
    summary: 'Count the activated codes of the merchant',
    answer: z.object({ total: z.number().int() }),
  },
  codes: {
    method: 'GET',
    path: '/payloads',
    access: 'anyMerchantRole',
    scope: 'codes:read',
    summary: 'List the codes of an order, a product, an activation batch or a shipment',
    query: PageQuery.extend({
      orderId: Id.optional(),
      skuId: Id.optional(),
      activeBatchId: Id.optional(),
      logisticId: Id.optional(),
    }).refine(({ orderId, skuId, activeBatchId, logisticId }) => orderId ?? skuId ?? activeBatchId ?? logisticId, {
      message: 'Name an order, a product, an activation or a shipment',
      path: ['orderId'],
    }),
    answer: pageOf(Code),
  },
  preview: {
    method: 'GET',
    path: '/tag/preview',
    access: 'anyMerchantRole',
    scope: 'codes:read',
    summary: 'Read one code of the merchant with its product',
    query: z.object({ a: z.string().trim().min(1).max(500) }),
    answer: CodePreview,
  },
})

export const activationProblems = defineProblems('activation', {
  notFound: { status: 404, enUS: 'Activation not found', ruRU: 'Активация не найдена' },
  invalidCode: { status: 404, enUS: 'Invalid code', ruRU: 'Недействительный код' },
  taken: {
    status: 409,
    enUS: 'Codes of this batch that are active or pending with another list: {{count}}. Activate the others as a new list.',
    ruRU: 'Кодов этой партии, которые активируются или уже активны по другому списку: {{count}}. Активируйте остальные новым списком.',
  },
  noCertificate: {
    status: 404,
    enUS: 'These products have no such certificate',
    ruRU: 'У этих товаров нет такого сертификата',
  },
  unapprovedCertificate: {
    status: 409,
    enUS: 'The certificate is not approved: {{title}}',
    ruRU: 'Сертификат не одобрен: {{title}}',
  },
  badRows: {
    status: 409,
    enUS: 'Codes that cannot be activated: {{count}}. Nothing was changed.',
    ruRU: 'Не удаётся активировать кодов: {{count}}. Ничего не изменено.',
  },
})
