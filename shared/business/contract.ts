import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { OptionalEmail } from '#shared/core/fields/email.ts'
import { ById, Done, Id, Instant, pageOf, SingleLine, StoredFile, UploadedFile } from '#shared/core/fields/fields.ts'
import { OpenReviewNote, ReviewNote, ReviewQuery } from '#shared/review/status.ts'

/**
 * The input of the merchant; the document is a private upload. Postcode and number are validated by country when they are sent
 * (`input-validation.ts`), but not when they are read, because older rows must stay readable.
 */
export const BusinessDetails = z.object({
  documents: StoredFile,
  address: z.string().trim().max(500).default(''),
  /** In international format. */
  contactNo: SingleLine(60).default(''),
  email: z.string().default(''),
  country: z.string().trim().min(1, 'Please select a country').max(60),
  postcode: SingleLine(20).default(''),
})
export type BusinessDetails = z.infer<typeof BusinessDetails>

export const BusinessInput = z.object({
  registration_no: SingleLine(80).min(1, 'Please fill in the registration number'),
  /** The company name. Another one than before is reviewed before shoppers read it. */
  name: SingleLine(120).min(1, 'Please fill in the company name').optional(),
  details: BusinessDetails.extend({ documents: UploadedFile, email: OptionalEmail }),
})

export const Business = BusinessInput.extend({
  id: Id,
  name: z.string(),
  /** A new company name that waits for its review. */
  requested_name: z.string().nullable(),
  merchant: Id,
  /** Score for the completed items, 0 to 100. */
  completeness: z.number().int(),
  /** Whether the billing account is active. */
  isActive: z.boolean(),
  details: BusinessDetails.extend({
    verified: z.boolean(),
    verified_by: z.string().nullable(),
    review_note: OpenReviewNote,
  }),
  createdAt: Instant,
}).meta({ id: 'Business' })
export type Business = z.infer<typeof Business>

export const OnboardingProgress = z.object({
  emailConfirmed: z.boolean(),
  businessUpdated: z.boolean(),
  trademarkRegistered: z.boolean(),
  businessApproved: z.boolean(),
  trademarkApproved: z.boolean(),
})
export type OnboardingProgress = z.infer<typeof OnboardingProgress>

/**
 * An administrator approves with `verified`. The registration data stays the merchant's: if a number is sent, it must match
 * theirs. Not verified with a note is a rejection; without a note the review is pending again.
 */
const BusinessReview = z.object({
  registration_no: BusinessInput.shape.registration_no.optional(),
  details: z.object({ verified: z.boolean() }),
  note: ReviewNote.optional(),
})

export const businessContract = defineContract({
  read: {
    method: 'GET',
    path: '/business',
    access: 'merchantOrService',
    summary: 'Read the business of the merchant',
    answer: Business,
  },
  progress: {
    method: 'GET',
    path: '/business/progress',
    access: 'officeOrPartner',
    summary: 'Read which steps of the registration are complete',
    answer: OnboardingProgress,
  },
  create: {
    method: 'POST',
    path: '/business',
    access: 'merchant',
    summary: 'Register the business of the merchant',
    body: BusinessInput,
    answer: Business,
  },
  update: {
    method: 'PUT',
    path: '/business',
    access: 'merchant',
    summary: 'Change the business of the merchant; a new document ends its approval',
    body: BusinessInput,
    answer: Business,
  },
  all: {
    method: 'GET',
    path: '/business/all',
    access: 'admin',
    summary: 'List all businesses',
    query: ReviewQuery,
    answer: pageOf(Business),
  },
  review: {
    method: 'PUT',
    path: '/business/:id',
    access: 'admin',
    summary: 'Approve or reject a business, or withdraw its approval',
    params: ById,
    body: BusinessReview,
    answer: Business,
  },
  remove: {
    method: 'DELETE',
    path: '/business/:id',
    access: 'admin',
    summary: 'Remove a business registration',
    params: ById,
    answer: Done,
  },
})

export const businessProblems = defineProblems('business', {
  notFound: { status: 404, enUS: 'Business not found', ruRU: 'Компания не найдена' },
  exists: { status: 409, enUS: 'The business is already registered', ruRU: 'Компания уже зарегистрирована' },
  locked: {
    status: 409,
    enUS: 'The registration number cannot be changed once it is set',
    ruRU: 'Регистрационный номер нельзя изменить после сохранения',
  },
  document: {
    status: 400,
    enUS: 'Please upload the registration document again',
    ruRU: 'Загрузите регистрационный документ ещё раз',
  },
})
