import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Done, Id, Instant, MultiLine, pageOf, SingleLine, StoredFile } from '#shared/core/fields/fields.ts'
import { OpenReviewNote, ReviewNote, ReviewQuery, ReviewStatus } from '#shared/review/status.ts'

const required = (max: number) => SingleLine(max).min(1, 'Please fill in this field')

export const TrademarkInput = z.object({
  registration_name: required(120),
  registration_no: required(80),
  applicant_name: required(120),
  applicant_address: MultiLine(500).min(1, 'Please fill in this field'),
  country: z.string().trim().min(1, 'Please select a country').max(60),
  details: z.object({
    class: required(40),
    /** Validated by country when it is sent: see `input-validation.ts`. */
    postcode: SingleLine(20),
    /** A picture of the certificate, as a private upload. */
    file: StoredFile.refine((file) => file.mime.startsWith('image/'), 'File type not accepted, sorry!'),
  }),
  acknowledgeInfoCorrect: z.literal(true, 'Please tick the checkbox if you want to proceed'),
})
export type TrademarkInput = z.infer<typeof TrademarkInput>

export const Trademark = TrademarkInput.omit({ acknowledgeInfoCorrect: true })
  .extend({
    id: Id,
    merchant: Id,
    business_name: z.string(),
    status: ReviewStatus,
    details: TrademarkInput.shape.details.extend({
      /** Null for roles without access to registration documents. */
      file: StoredFile.nullable(),
      active: z.boolean(),
      verified_by: z.string().nullable(),
      review_note: OpenReviewNote,
    }),
    createdAt: Instant,
  })
  .meta({ id: 'Trademark' })
export type Trademark = z.infer<typeof Trademark>

export const trademarkContract = defineContract({
  list: {
    method: 'GET',
    path: '/trademark',
    access: 'officePartnerOrAdmin',
    scope: 'sku:read',
    summary: 'List the trademarks of the merchant; administrators see all merchants',
    query: ReviewQuery,
    answer: pageOf(Trademark),
  },
  count: {
    method: 'GET',
    path: '/trademark/count',
    access: 'officePartnerOrAdmin',
    scope: 'sku:read',
    summary: 'Count the trademarks of the merchant; administrators count all merchants',
    answer: z.object({ count: z.number().int() }),
  },
  read: {
    method: 'GET',
    path: '/trademark/:id',
    access: 'officePartnerOrAdmin',
    scope: 'sku:read',
    summary: 'Read one trademark',
    params: ById,
    answer: Trademark,
  },
  create: {
    method: 'POST',
    path: '/trademark',
    access: 'confirmedMerchant',
    summary: 'Register a trademark',
    body: TrademarkInput,
    answer: Trademark,
  },
  update: {
    method: 'PUT',
    path: '/trademark/:id',
    access: 'confirmedMerchant',
    summary: 'Change a trademark and set it to Pending Approval',
    params: ById,
    body: TrademarkInput,
    answer: Trademark,
  },
  remove: {
    method: 'DELETE',
    path: '/trademark/:id',
    access: 'confirmedMerchant',
    summary: 'Remove a trademark without products',
    params: ById,
    answer: Done,
  },
  setStatus: {
    method: 'PUT',
    path: '/trademark/status/:id',
    access: 'admin',
    summary: 'Set the review status of a trademark',
    params: ById,
    body: z.object({ status: ReviewStatus, note: ReviewNote.optional() }),
    answer: Trademark,
  },
})

export const trademarkProblems = defineProblems('trademark', {
  notFound: { status: 404, enUS: 'Trademark not found', ruRU: 'Товарный знак не найден' },
  sameStatus: { status: 409, enUS: 'The status is {{status}} already', ruRU: 'Статус уже «{{status}}»' },
  inUse: {
    status: 409,
    enUS: 'SKUs use this trademark. Remove them first.',
    ruRU: 'К этому знаку относятся артикулы. Сначала удалите их.',
  },
  document: {
    status: 400,
    enUS: 'Please upload the trademark document again',
    ruRU: 'Загрузите документ о товарном знаке ещё раз',
  },
})
