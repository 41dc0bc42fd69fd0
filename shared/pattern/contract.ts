import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Id, Instant, MultiLine, PageQuery, pageOf } from '#shared/core/fields/fields.ts'

/**
 * - `harvest`: codes of a serial window were scanned more than the rest of the order explains
 * - `labels`: one visitor opened many codes of an order within two hours
 * - `early`: shoppers abroad scanned codes that were not shipped at that time
 * - `diverted`: most shoppers of a delivered shipment are in a country far from where it arrived
 */
export const patternKinds = ['harvest', 'labels', 'early', 'diverted'] as const
export type PatternKind = (typeof patternKinds)[number]

const patternStates = ['open', 'closed'] as const
export const patternCloseReasons = ['copies', 'sale', 'people', 'other'] as const
export type PatternCloseReason = (typeof patternCloseReasons)[number]

/** The numbers behind a case. */
export const PatternFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('harvest'),
    /** `scanned`: codes that were scanned at all. `again`: codes that another kind of phone scanned on another day. */
    sign: z.enum(['scanned', 'again']),
    /** Codes of the window with the sign, and the number that the rest of the order explains. */
    found: z.number().int(),
    expected: z.number(),
  }),
  z.object({ kind: z.literal('labels'), codes: z.number().int(), minutes: z.number().int(), at: Instant }),
  z.object({
    kind: z.literal('early'),
    /** ISO 3166 alpha-2. */
    countries: z.array(z.string()),
    looks: z.number().int(),
    days: z.number().int(),
    /** Whether no code of the order was ever shipped. */
    neverShipped: z.boolean(),
  }),
  z.object({
    kind: z.literal('diverted'),
    shipment: z.string(),
    country: z.string(),
    looks: z.number().int(),
    destination: z.string(),
    looksAtDestination: z.number().int(),
  }),
])
export type PatternFacts = z.infer<typeof PatternFacts>

/** Visitors are counted once a day and code. */
export const PatternEvidence = z.object({
  looks: z.number().int(),
  days: z.number().int(),
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  /** The places with the most looks. */
  places: z.array(
    z.object({
      country: z.string(),
      city: z.string(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      looks: z.number().int(),
    }),
  ),
  /** The codes with the most looks. */
  serials: z.array(z.object({ serial: z.number().int(), code: z.string(), looks: z.number().int() })),
})
export type PatternEvidence = z.infer<typeof PatternEvidence>

export const PatternCase = z
  .object({
    id: Id,
    kind: z.enum(patternKinds),
    state: z.enum(patternStates),
    reason: z.enum(patternCloseReasons).nullable(),
    note: z.string(),
    facts: PatternFacts,
    orderId: Id,
    order_id: z.string(),
    sku: z.object({ id: Id, name: z.string(), sku: z.string() }),
    firstSerial: z.number().int(),
    lastSerial: z.number().int(),
    /** Number of codes that the case is about. */
    codes: z.number().int(),
    /** When these codes were marked as copied. */
    markedAt: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'PatternCase' })
export type PatternCase = z.infer<typeof PatternCase>

/** What a sentence says about a case. */
export const PatternSeen = PatternCase.pick({ facts: true, firstSerial: true, lastSerial: true, codes: true })
export type PatternSeen = z.infer<typeof PatternSeen>

export const PatternCaseDetail = PatternCase.extend({ evidence: PatternEvidence }).meta({ id: 'PatternCaseDetail' })
export type PatternCaseDetail = z.infer<typeof PatternCaseDetail>

export const PatternClose = z.object({
  reason: z.enum(patternCloseReasons, 'Please select a reason'),
  note: MultiLine(500).default(''),
})

export const patternContract = defineContract({
  list: {
    method: 'GET',
    path: '/pattern',
    access: 'officeOrPartner',
    scope: 'events:read',
    summary: 'List what is unusual about several codes together, the newest first',
    query: PageQuery.pick({ page: true, limit: true }).extend({ state: z.enum(patternStates).optional() }),
    answer: pageOf(PatternCase),
  },
  read: {
    method: 'GET',
    path: '/pattern/:id',
    access: 'officeOrPartner',
    scope: 'events:read',
    summary: 'Read one of these cases with its places, codes and times',
    params: ById,
    answer: PatternCaseDetail,
  },
  close: {
    method: 'PUT',
    path: '/pattern/:id/close',
    access: 'confirmedMerchant',
    summary: 'Close such a case with a reason',
    params: ById,
    body: PatternClose,
    answer: PatternCase,
  },
  reopen: {
    method: 'PUT',
    path: '/pattern/:id/open',
    access: 'confirmedMerchant',
    summary: 'Open a closed case again',
    params: ById,
    answer: PatternCase,
  },
  mark: {
    method: 'PUT',
    path: '/pattern/:id/mark',
    access: 'confirmedMerchant',
    summary: 'Mark all codes of the case as copied: their shoppers see a warning',
    params: ById,
    answer: PatternCase,
  },
  unmark: {
    method: 'DELETE',
    path: '/pattern/:id/mark',
    access: 'confirmedMerchant',
    summary: 'Remove the marks that the case has set',
    params: ById,
    answer: PatternCase,
  },
})

export const patternProblems = defineProblems('pattern', {
  notFound: { status: 404, enUS: 'This pattern was not found', ruRU: 'Такая закономерность не найдена' },
  notMarkable: {
    status: 409,
    enUS: 'These goods were looked at in an unexpected place, which does not mean that their codes were copied. Close the case with a reason.',
    ruRU: 'Эти товары отсканировали в неожиданном месте, но это не значит, что их коды скопированы. Закройте случай с указанием причины.',
  },
  marked: {
    status: 409,
    enUS: 'The codes are marked as copied. Remove the marks first.',
    ruRU: 'Коды отмечены как скопированные. Сначала снимите отметки.',
  },
})

/** Whether the codes of a case may be copies, so that they can be marked. */
export const isMarkable = (kind: PatternKind): boolean => kind === 'harvest' || kind === 'labels'
