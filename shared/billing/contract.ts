import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Done, Id, Instant, missingMessage, PageQuery, pageOf, SingleLine } from '#shared/core/fields/fields.ts'

export const validityUnits = ['year', 'month', 'day'] as const
/** Duration (days) and codes of a free trial. */
export const trial = { days: 14, codes: 100 } as const
/** Currency of prices, ISO 4217. */
export const currency = 'USD'

const Price = z.number().min(0, 'Prices cannot be negative').max(10_000_000).optional()
const whole = 'Please fill in a whole number'

/** A plan as the form asks for it: complete. */
export const CompletePlan = z.object({
  title: SingleLine(80).min(1, 'Please fill in the plan name'),
  price: Price,
  promo_price: Price,
  codes: z
    .number(missingMessage('Please fill in the number of codes'))
    .int(whole)
    .min(1, 'Please fill in the number of codes')
    .max(1_000_000_000),
  description: z.string().trim().min(1, 'Please fill in the description').max(500),
  validity: z
    .number(missingMessage('Please fill in the validity period'))
    .int(whole)
    .min(1, 'Please fill in the validity period')
    .max(1000),
  validity_unit: z.enum(validityUnits, 'Please select the validity unit'),
  /** Whether a merchant without a purchase gets this plan as its trial when its business is approved. */
  on_approval: z.boolean().optional(),
})
const { description, validity, validity_unit } = CompletePlan.shape
/** A plan that names no validity is valid for one year. */
const PlanInput = CompletePlan.extend({
  description: description.default(''),
  validity: validity.default(1),
  validity_unit: validity_unit.default('year'),
})
/** Description and validity stay where they are left out. */
export const PlanUpdate = CompletePlan.partial({ description: true, validity: true, validity_unit: true })
export type PlanUpdate = z.infer<typeof PlanUpdate>
export const Plan = CompletePlan.extend({
  description: z.string(),
  on_approval: z.boolean(),
  id: Id,
  createdAt: Instant,
}).meta({ id: 'Plan' })
export type Plan = z.infer<typeof Plan>

/** A purchase, with the price at its time. */
export const BillingEntry = z
  .object({
    id: Id,
    merchant: Id,
    planId: Id.nullable(),
    kind: z.enum(['plan', 'trial']),
    codes: z.number().int(),
    currency: z.string(),
    price_create: z.number().nullable(),
    description: z.string(),
    createdAt: Instant,
  })
  .meta({ id: 'BillingEntry' })
export type BillingEntry = z.infer<typeof BillingEntry>

export const Balance = z
  .object({
    usedCodes: z.number().int(),
    remainingCodes: z.number().int(),
    /** Whole days until the credit expires; 0 or less if it has expired. */
    remainingDays: z.number().int(),
    /** Days of the trial; 0 without one. */
    validity: z.number().int(),
    trial: z.boolean(),
    isActive: z.boolean(),
  })
  .meta({ id: 'Balance' })
export type Balance = z.infer<typeof Balance>

const OfMerchant = z.object({ merchant: Id })
export const Grant = OfMerchant.extend({ plan: z.uuid('Please select a plan') })

export const billingContract = defineContract({
  plans: {
    method: 'GET',
    path: '/plan',
    access: 'officePartnerOrAdmin',
    summary: 'List the plans on offer',
    answer: z.array(Plan),
  },
  plan: {
    method: 'GET',
    path: '/plan/:id',
    access: 'officePartnerOrAdmin',
    summary: 'Read one plan',
    params: ById,
    answer: Plan,
  },
  addPlan: { method: 'POST', path: '/plan', access: 'admin', summary: 'Add a plan', body: PlanInput, answer: Plan },
  editPlan: {
    method: 'PUT',
    path: '/plan/:id',
    access: 'admin',
    summary: 'Change a plan; earlier purchases stay unchanged',
    params: ById,
    body: PlanUpdate,
    answer: Plan,
  },
  removePlan: {
    method: 'DELETE',
    path: '/plan/:id',
    access: 'admin',
    summary: 'Remove a plan from the offer',
    params: ById,
    answer: Done,
  },
  history: {
    method: 'GET',
    path: '/billing',
    access: 'ownerServiceOrAdmin',
    summary: 'List the purchases of the merchant; administrators choose one merchant or see all',
    query: PageQuery.extend({ merchant: Id.optional() }),
    answer: pageOf(BillingEntry),
  },
  grant: {
    method: 'POST',
    path: '/billing',
    access: 'admin',
    summary: 'Grant the credit of a plan to a merchant',
    body: Grant,
    answer: BillingEntry,
    idempotency: 'optional',
  },
  startTrial: {
    method: 'POST',
    path: '/billing/startTrial',
    access: 'admin',
    summary: 'Start the free trial of a merchant without purchases',
    body: OfMerchant,
    answer: BillingEntry,
  },
  balance: {
    method: 'GET',
    path: '/billing/getBalance',
    access: 'officeOrPartner',
    summary: 'Read the balance of the merchant',
    answer: Balance,
  },
  balanceOf: {
    method: 'GET',
    path: '/billing/getBalance/:id',
    access: 'admin',
    summary: 'Read the balance of any merchant',
    params: ById,
    answer: Balance,
  },
  setActive: {
    method: 'PUT',
    path: '/billing/updateStatus/:id',
    access: 'admin',
    summary: 'Activate or deactivate the billing account of a merchant',
    params: ById,
    body: z.object({ isActive: z.boolean() }),
    answer: Balance,
  },
})

export const billingProblems = defineProblems('billing', {
  noInvoice: { status: 404, enUS: 'Invoice not found', ruRU: 'Счёт не найден' },
  noPlan: { status: 404, enUS: 'Plan not found', ruRU: 'Тариф не найден' },
  noMerchant: { status: 404, enUS: 'Merchant not found', ruRU: 'Продавец не найден' },
  trialUsed: {
    status: 409,
    enUS: 'The trial can be started only once, and not after a purchase',
    ruRU: 'Пробный период можно начать только один раз и не после покупки',
  },
  insufficient: { status: 409, enUS: 'Insufficient Balance!', ruRU: 'Недостаточно кодов!' },
  expired: { status: 409, enUS: 'Your code has expired', ruRU: 'Срок действия ваших кодов истёк' },
  trialExpired: {
    status: 409,
    enUS: 'Your Free Trial Has Expired',
    ruRU: 'Ваш бесплатный пробный период истёк',
  },
  deactivated: {
    status: 409,
    enUS: 'Your billing account has been deactivated. Please contact support for more information.',
    ruRU: 'Ваш платёжный счёт отключён. Обратитесь в поддержку за подробностями.',
  },
})
