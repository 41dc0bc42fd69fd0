import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Id, Instant, PageQuery, pageOf } from '#shared/core/fields/fields.ts'
import { limits } from '#shared/core/limits/limits.ts'

/**
 * The errors of one row. `bound`: it is bound to another product. `ordered`: its order has another product, so it is no blank code.
 * `otherOrder`: the last code of a range is of another order than the first.
 */
export const bindingRowProblems = [
  'unreadable',
  'unknown',
  'wrongSecret',
  'ambiguous',
  'duplicate',
  'pending',
  'active',
  'ordered',
  'bound',
  'otherOrder',
] as const
export type BindingRowProblem = (typeof bindingRowProblems)[number]
export const BindingRowError = z.object({
  /** Position in the list that was sent, from 1; in a range, the serial number of the code. */
  row: z.int(),
  code: z.string(),
  problem: z.enum(bindingRowProblems),
  /** The name of the product that the code has. */
  product: z.string().optional(),
})
export type BindingRowError = z.infer<typeof BindingRowError>
/** An error names at most this many rows. */
export const namedBindingRows = 1000

const CodeText = z.string().trim().min(1).max(500)

const fields = {
  skuId: z.uuid('Please select a SKU'),
  /** The codes one by one. */
  addressList: z.array(CodeText).min(1).max(limits.activationCodes).optional(),
  /** All codes of an order from one to another, in the order in which they were printed. */
  range: z.object({ first: CodeText, last: CodeText }).optional(),
  /** Also binds codes that are bound to another product and not activated. */
  replace: z.boolean().default(false),
}
const onlyOne = {
  check: ({ addressList, range }: { addressList?: unknown; range?: unknown }) =>
    (addressList === undefined) !== (range === undefined),
  params: { message: 'Name either the codes or a range', path: ['addressList'] },
}

export const BindingInput = z
  .object({
    /** An id that the caller chose, for example offline. Without it, the server generates one. */
    id: Id.optional(),
    ...fields,
  })
  .refine(onlyOne.check, onlyOne.params)
export type BindingInput = z.infer<typeof BindingInput>

export const Binding = z
  .object({
    id: Id,
    skuId: Id,
    sku: z.object({ name: z.string(), sku: z.string() }),
    quantity: z.int(),
    /** The number of codes that had no product or another one before. */
    changed: z.int(),
    createdAt: Instant,
  })
  .meta({ id: 'Binding' })
export type Binding = z.infer<typeof Binding>

export const bindingContract = defineContract({
  list: {
    method: 'GET',
    path: '/bindings',
    access: 'anyMerchantRole',
    scope: 'codes:read',
    summary: 'List the requests that bound blank codes to products, the newest first',
    query: PageQuery.omit({ search: true }),
    answer: pageOf(Binding),
  },
  check: {
    method: 'POST',
    path: '/bindings/check',
    access: 'merchantOrDealer',
    scope: 'codes:write',
    summary: 'Check blank codes row by row before they are bound to a product; nothing is changed',
    body: z.object(fields).refine(onlyOne.check, onlyOne.params),
    answer: z.object({ quantity: z.int(), count: z.int(), errors: z.array(BindingRowError) }),
    perMinute: 60,
  },
  create: {
    method: 'POST',
    path: '/bindings',
    access: 'merchantOrDealer',
    scope: 'codes:write',
    summary: 'Bind blank codes to a product: all codes of a list or a range, or none of them',
    body: BindingInput,
    answer: Binding,
    perMinute: 60,
  },
})

export const bindingProblems = defineProblems('binding', {
  noSku: { status: 404, enUS: 'Product not found', ruRU: 'Товар не найден' },
  inactiveSku: {
    status: 409,
    enUS: 'The SKU {{sku}} is deactivated. Activate it to bind codes to it.',
    ruRU: 'Артикул {{sku}} отключён. Включите его, чтобы привязывать к нему коды.',
  },
  unverified: {
    status: 409,
    enUS: 'Codes can be bound to a product once its trademark is approved',
    ruRU: 'Коды можно привязывать к товару после одобрения его товарного знака',
  },
  tooMany: {
    status: 409,
    enUS: 'A range has at most {{most}} codes. Bind it in parts.',
    ruRU: 'В диапазоне может быть не больше {{most}} кодов. Привязывайте его по частям.',
  },
  badRows: {
    status: 409,
    enUS: 'Codes that cannot be bound to this product: {{count}}. Nothing was changed.',
    ruRU: 'Не удаётся привязать к этому товару кодов: {{count}}. Ничего не изменено.',
  },
})
