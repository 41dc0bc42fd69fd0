import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Done, Id, Instant, maxInt32, missingMessage, PageQuery, pageOf } from '#shared/core/fields/fields.ts'
import { jobFailures } from '#shared/core/job-failure.ts'
import { limits } from '#shared/core/limits/limits.ts'

/** What the labels of an order contain: the short link of this site, or a GS1 Digital Link. */
export const linkForms = ['assay', 'gs1'] as const
/** `collecting`: the serial numbers of the goods have not all arrived. */
export const orderStates = ['collecting', 'queued', 'running', 'done', 'failed'] as const

export const Order = z
  .object({
    id: Id,
    /** The number that people see. */
    order_id: z.string(),
    /** Both null for blank codes. */
    skuId: Id.nullable(),
    sku: z.object({ name: z.string(), sku: z.string() }).nullable(),
    quantity: z.number().int(),
    generated: z.number().int(),
    activated: z.number().int(),
    state: z.enum(orderStates),
    /** The reason why the generation failed; null unless it has failed. */
    failure: z.enum(jobFailures).nullable(),
    note: z.string(),
    /** Whether the labels have a second secret under a scratch layer. */
    scratch: z.boolean(),
    /** Whether the goods had serial numbers before, and how many of them have arrived. */
    ownSerials: z.boolean(),
    collected: z.number().int(),
    link: z.enum(linkForms),
    /** The GTIN in its GS1 Digital Links; null for other links. */
    gtin: z.string().nullable(),
    /** The custom domain in its links; null for the host of this installation. */
    host: z.string().nullable(),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

const Note = z.string().trim().max(500)

export const OrderInput = z
  .object({
    /** Null orders blank codes, which are bound to products later. */
    skuId: z.uuid('Please select a SKU').nullable(),
    quantity: z.number(missingMessage('Please fill in the quantity')).int().min(1).max(limits.orderQuantity),
    note: Note.default(''),
    /** Gives each code a second secret, which labels hide under a scratch layer. */
    scratch: z.boolean().default(false),
    /** The goods have serial numbers already, which are sent afterwards. The codes are generated when all have arrived. */
    ownSerials: z.boolean().default(false),
    /** `gs1` needs a SKU with a GTIN. It does not change any more. */
    link: z.enum(linkForms).default('assay'),
  })
  .superRefine(({ skuId, ownSerials, link }, context) => {
    // Serial numbers are unique within a product, and the link of GS1 contains its number.
    const path = skuId !== null ? undefined : ownSerials ? 'ownSerials' : link === 'gs1' ? 'link' : undefined
    if (path) context.addIssue({ code: 'custom', message: 'Blank codes cannot have this', path: [path] })
  })
  .superRefine(({ ownSerials, quantity }, context) => {
    const maximum = limits.ownSerials
    if (ownSerials && quantity > maximum)
      context.addIssue({
        code: 'too_big',
        origin: 'number',
        maximum,
        inclusive: true,
        input: quantity,
        path: ['quantity'],
      })
  })
export type OrderInput = z.infer<typeof OrderInput>

export const OrderQuery = PageQuery.extend({ state: z.enum(orderStates).optional() })
export type OrderQuery = z.infer<typeof OrderQuery>

export const orderContract = defineContract({
  list: {
    method: 'GET',
    path: '/order',
    access: 'officeOrPartner',
    scope: 'codes:read',
    summary: 'List the orders, the newest first',
    query: OrderQuery,
    answer: pageOf(Order),
  },
  total: {
    method: 'GET',
    path: '/order/total',
    access: 'officeOrPartner',
    scope: 'codes:read',
    summary: 'Count the generated codes of the merchant',
    answer: z.object({ total: z.number().int() }),
  },
  read: {
    method: 'GET',
    path: '/order/:id',
    access: 'officeOrPartner',
    scope: 'codes:read',
    summary: 'Read one order',
    params: ById,
    answer: Order,
  },
  create: {
    method: 'POST',
    path: '/order',
    access: 'confirmedMerchant',
    scope: 'codes:write',
    summary: 'Order codes and charge the credit',
    body: OrderInput,
    answer: Order,
    idempotency: 'optional',
  },
  setNote: {
    method: 'PUT',
    path: '/order/:id',
    access: 'confirmedMerchant',
    scope: 'codes:write',
    summary: 'Change the note of an order',
    params: ById,
    body: z.object({ note: Note }),
    answer: Order,
  },
  retry: {
    method: 'POST',
    path: '/order/:id/retry',
    access: 'confirmedMerchant',
    scope: 'codes:write',
    summary: 'Generate the remaining codes of a failed order; changes nothing if it has not failed',
    params: ById,
    answer: Order,
    perMinute: 60,
  },
  remove: {
    method: 'DELETE',
    path: '/order/:id',
    access: 'confirmedMerchant',
    scope: 'codes:write',
    summary: 'Withdraw an order without codes and refund its credit',
    params: ById,
    answer: Done,
  },
})

export const codeFilters = ['all', 'inactive', 'active'] as const

/**
 * Responds with a CSV stream: `Codes`, if requested `Serial No`, `Own Serial` if the goods had serial numbers, and `Scratch Code` if
 * the order has scratch codes.
 */
export const downloadRoute = {
  method: 'GET',
  path: '/tag/download/:id',
  // The file contains the secrets that make printed codes valid.
  access: 'merchant',
  scope: 'codes:read',
  summary: 'Download the codes of an order as CSV',
  params: ById,
  query: z.object({
    type: z.enum(codeFilters).default('all'),
    limit: z.coerce
      .number('Invalid amount')
      .int('Invalid amount')
      .min(0, 'Invalid amount')
      .max(maxInt32, 'Invalid amount')
      .optional(),
    serial: z.enum(['true', 'false']).default('false'),
  }),
  answer: z.unknown(),
  perMinute: 30,
  budget: 'exports',
} as const

export const orderProblems = defineProblems('order', {
  notFound: { status: 404, enUS: 'Order not found', ruRU: 'Заказ не найден' },
  noSku: { status: 400, enUS: 'Please select a SKU', ruRU: 'Выберите артикул' },
  inactiveSku: {
    status: 409,
    enUS: 'The SKU {{sku}} is deactivated. Activate it to generate codes.',
    ruRU: 'Артикул {{sku}} отключён. Включите его, чтобы создавать коды.',
  },
  noGtin: {
    status: 409,
    enUS: 'The SKU {{sku}} has no GTIN. Enter it at the SKU, or choose the short link.',
    ruRU: 'У артикула {{sku}} нет GTIN. Укажите его у артикула или выберите короткую ссылку.',
  },
  unverified: {
    status: 409,
    enUS: 'Codes can be generated once your business and this trademark are approved',
    ruRU: 'Коды можно создавать после одобрения компании и этого товарного знака',
  },
  unfinished: {
    status: 409,
    enUS: 'The codes of this order are still being generated',
    ruRU: 'Коды этого заказа ещё создаются',
  },
  begun: {
    status: 409,
    enUS: 'Codes of this order exist already. It cannot be removed.',
    ruRU: 'Коды этого заказа уже созданы. Его нельзя удалить.',
  },
  noCodes: {
    status: 404,
    enUS: 'Unable to find any codes to download, Please contact customer support',
    ruRU: 'Нет кодов для скачивания. Обратитесь в службу поддержки',
  },
  tooMany: { status: 400, enUS: 'Amount cannot exceed {{most}}', ruRU: 'Количество не может превышать {{most}}' },
  tooManyActive: {
    status: 400,
    enUS: 'Active amount cannot exceed {{most}}',
    ruRU: 'Количество активных не может превышать {{most}}',
  },
  tooManyInactive: {
    status: 400,
    enUS: 'Inactive amount cannot exceed {{most}}',
    ruRU: 'Количество неактивных не может превышать {{most}}',
  },
})
