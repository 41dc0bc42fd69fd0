import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import {
  ById,
  Done,
  Id,
  Instant,
  MultiLine,
  PageQuery,
  pageOf,
  SingleLine,
  StoredFile,
  UserDateTime,
} from '#shared/core/fields/fields.ts'
import { ruleNames, TriggeredRule, verdictLevels } from './rules.ts'
import { VerdictSettings, VerdictSettingsInput } from './settings.ts'

/** The contact of a brand for shoppers' questions about a product. */
export const BrandContact = z.object({ name: z.string(), email: z.string(), phone: z.string() })
export type BrandContact = z.infer<typeof BrandContact>

export const recallScopes = ['order', 'batch', 'sku'] as const
const recallStates = ['running', 'ended'] as const
export type RecallScope = (typeof recallScopes)[number]

/** The assessment of the item that carries a code. `shared/verdict/reason-text.ts` has its texts for shoppers. */
export const ItemVerdict = z
  .object({
    level: z.enum(verdictLevels),
    /** Visits so far, including this one. Retries of one shopper within a day count once. */
    checks: z.number().int(),
    /** Whether no other scan is known. With one visit there may be more: those of one kind of phone are not always told apart. */
    isFirst: z.boolean(),
    countries: z.number().int(),
    fired: z.array(TriggeredRule),
    /** The brand found copies of this code. */
    copied: z.boolean().optional(),
    recall: z.object({ message: z.string(), at: Instant }).nullable(),
  })
  .meta({ id: 'ItemVerdict' })
export type ItemVerdict = z.infer<typeof ItemVerdict>

export const caseStates = ['open', 'acknowledged', 'closed'] as const
export const closeReasons = ['copy', 'display', 'owner', 'mistake', 'other'] as const
export type CloseReason = (typeof closeReasons)[number]

/** A rule that fired for a code, or a shopper's report. */
export const VerdictCase = z
  .object({
    id: Id,
    /** For a report: the number that its shopper received. */
    reference: z.string().nullable(),
    rule: z.enum(ruleNames).nullable(),
    fired: TriggeredRule.nullable(),
    level: z.enum(verdictLevels),
    state: z.enum(caseStates),
    reason: z.enum(closeReasons).nullable(),
    note: z.string(),
    /** When the brand marked the item as used up. */
    consumedAt: Instant.nullable(),
    report: z
      .object({ shop: z.string(), place: z.string(), note: z.string(), photo: StoredFile.nullable() })
      .nullable(),
    code: z.string(),
    orderId: Id,
    order_id: z.string(),
    sku: z.object({ id: Id, name: z.string(), sku: z.string() }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'VerdictCase' })
export type VerdictCase = z.infer<typeof VerdictCase>

export const VerdictCaseQuery = PageQuery.extend({
  state: z.enum(caseStates).optional(),
  /** Cases that were opened from `from` until before `to`. */
  from: UserDateTime.optional(),
  to: UserDateTime.optional(),
  skuId: Id.optional(),
  trademarkId: Id.optional(),
})
export type VerdictCaseQuery = z.infer<typeof VerdictCaseQuery>

export const ScanEntry = z.object({
  /** 1 is the first counted scan of the code. */
  number: z.number().int(),
  at: Instant,
  kind: z.string(),
  verdict: z.string(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  os: z.string().nullable(),
  /** Numbers the visitors of this list: equal numbers are one visitor of one day. */
  visitor: z.number().int(),
})
export type ScanEntry = z.infer<typeof ScanEntry>

/** A page of the scans of a code. */
export const ScansOfCode = pageOf(ScanEntry).extend({
  /** Visits of the code that nobody saw, such as previews of its link. They are in no list and no number of scans. */
  automatic: z.number().int(),
  /** Scans by people of the brand itself, which count for nothing either. */
  own: z.number().int(),
})
export type ScansOfCode = z.infer<typeof ScansOfCode>

export const VerdictCaseChange = z
  .object({
    state: z.enum(['acknowledged', 'closed']),
    reason: z.enum(closeReasons, 'Please select a reason').nullable().default(null),
    note: MultiLine(500).default(''),
  })
  .refine(({ state, reason }) => state !== 'closed' || reason !== null, {
    path: ['reason'],
    message: 'Please select a reason',
  })

/** Seconds until shoppers see a recall. Until then it can be undone, and no shopper has seen it. */
export const recallDelaySeconds = 120

const RecallTarget = z.object({
  scope: z.enum(recallScopes),
  target: z.uuid('Please select what to recall').toLowerCase(),
})

/** For a confirmation that does not match. */
export const confirmationMessage = 'Please type it exactly as shown'

export const RecallInput = RecallTarget.extend({
  message: MultiLine(500).min(1, 'Please tell shoppers what to do'),
  /** Must equal `typed` of the subject, so that no call recalls by accident. */
  confirm: SingleLine(200).min(1, confirmationMessage),
})

/** The subject of a possible recall. */
export const RecallSubject = z
  .object({
    name: z.string(),
    /** The SKU, order ID or activation number, which the caller has to type. */
    typed: z.string(),
    /** Number of its activated units. */
    units: z.number().int(),
    /** One of its products, for a preview of the page. */
    skuId: Id,
    /** The contact of the brand that the page would show. */
    contact: BrandContact.nullable(),
  })
  .meta({ id: 'RecallSubject' })
export type RecallSubject = z.infer<typeof RecallSubject>

export const Recall = z
  .object({
    id: Id,
    scope: z.enum(recallScopes),
    target: Id,
    name: z.string(),
    message: z.string(),
    createdAt: Instant,
    /** Shoppers see the recall from this time on. */
    publicAt: Instant,
    /** The time at which it ended; null while it is active. */
    endedAt: Instant.nullable(),
    endReason: z.string(),
  })
  .meta({ id: 'Recall' })
export type Recall = z.infer<typeof Recall>

export const verdictContract = defineContract({
  cases: {
    method: 'GET',
    path: '/verdict/case',
    access: 'officeOrPartner',
    scope: 'events:read',
    summary: 'List the cases, the newest first',
    query: VerdictCaseQuery,
    answer: pageOf(VerdictCase),
  },
  scans: {
    method: 'GET',
    path: '/verdict/case/:id/scans',
    access: 'officeOrPartner',
    scope: 'events:read',
    summary: 'List the scans of the code of a case, the newest first',
    params: ById,
    query: PageQuery,
    answer: ScansOfCode,
  },
  change: {
    method: 'PUT',
    path: '/verdict/case/:id',
    access: 'confirmedMerchant',
    summary: 'Acknowledge a case or close it with a reason',
    params: ById,
    body: VerdictCaseChange,
    answer: VerdictCase,
  },
  settings: {
    method: 'GET',
    path: '/verdict/settings/:id',
    access: 'officeOrPartner',
    summary: 'Read the rule thresholds of a SKU',
    params: ById,
    answer: VerdictSettings,
  },
  saveSettings: {
    method: 'PUT',
    path: '/verdict/settings/:id',
    access: 'confirmedMerchant',
    summary: 'Change the rule thresholds of a SKU',
    params: ById,
    body: VerdictSettingsInput,
    answer: VerdictSettings,
  },
  recalls: {
    method: 'GET',
    path: '/verdict/recall',
    access: 'officeOrPartner',
    scope: 'events:read',
    summary: 'List the recalls that have not ended, or those that shoppers saw and that have ended; the newest first',
    query: PageQuery.extend({ state: z.enum(recallStates).default('running') }),
    /** `now` is the server's time, to compare with `publicAt`. */
    answer: pageOf(Recall).extend({ now: Instant }),
  },
  recallSubject: {
    method: 'GET',
    path: '/verdict/recall/subject',
    access: 'officeOrPartner',
    scope: 'events:read',
    summary: 'Read the name, the number of units and the confirmation text for a possible recall',
    query: RecallTarget,
    answer: RecallSubject,
  },
  recall: {
    method: 'POST',
    path: '/verdict/recall',
    access: 'confirmedMerchant',
    summary: 'Recall an order, an activation batch or a SKU; shoppers see the recall after two minutes',
    body: RecallInput,
    answer: Recall,
    idempotency: 'required',
  },
  undoRecall: {
    method: 'POST',
    path: '/verdict/recall/:id/undo',
    access: 'confirmedMerchant',
    summary: 'Undo a recall before shoppers see it',
    params: ById,
    answer: Done,
  },
  endRecall: {
    method: 'POST',
    path: '/verdict/recall/:id/end',
    access: 'confirmedMerchant',
    summary: 'End a recall with a reason',
    params: ById,
    body: z.object({ reason: MultiLine(500).min(1, 'Please give a reason') }),
    answer: Done,
  },
  consume: {
    method: 'PUT',
    path: '/verdict/consumed',
    access: 'confirmedMerchant',
    summary: 'Mark the item of a code as used up or not used up',
    body: z.object({ code: MultiLine(200), consumed: z.boolean() }),
    answer: Done,
  },
})

export const verdictProblems = defineProblems('verdict', {
  notFound: { status: 404, enUS: 'Alert not found', ruRU: 'Предупреждение не найдено' },
  noTarget: {
    status: 404,
    enUS: 'There is nothing to recall by this id',
    ruRU: 'По этому идентификатору отзывать нечего',
  },
  recallRunning: {
    status: 409,
    enUS: 'This is recalled already. End that recall under Recalls before you recall it again.',
    ruRU: 'Этот товар уже отозван. Прекратите тот отзыв в списке «Отозванные товары», прежде чем отзывать снова.',
  },
  recallPublic: {
    status: 409,
    enUS: 'Shoppers already see this recall. End it under Recalls instead.',
    ruRU: 'Покупатели уже видят этот отзыв. Прекратите его в списке «Отозванные товары».',
  },
  noCode: { status: 404, enUS: 'This code is not yours', ruRU: 'Это не ваш код' },
  noSku: { status: 404, enUS: 'SKU not found', ruRU: 'Артикул не найден' },
})
