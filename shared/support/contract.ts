import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Id, Instant, PageQuery, pageOf } from '#shared/core/fields/fields.ts'

const supportKinds = ['support', 'plan'] as const

export const SupportInput = z.object({
  message: z.string().trim().min(1, 'Please fill in this field').max(4000),
  /** The requested plan. */
  planId: Id.optional(),
})

export type SupportInput = z.infer<typeof SupportInput>

export const SupportMessage = z
  .object({
    id: Id,
    merchant: Id,
    business_name: z.string(),
    email: z.string(),
    kind: z.enum(supportKinds),
    plan: z.string().nullable(),
    message: z.string(),
    createdAt: Instant,
    doneAt: Instant.nullable(),
  })
  .meta({ id: 'SupportMessage' })
export type SupportMessage = z.infer<typeof SupportMessage>

export const supportContract = defineContract({
  contact: {
    method: 'GET',
    path: '/support/contact',
    access: 'signedIn',
    summary: 'Read the contact details of support',
    answer: z.object({
      email: z.string(),
      phone: z.string().nullable(),
      telegram: z.string().nullable(),
      /** False if this server sends no mail: messages are still stored, but they are not answered by mail. */
      mailed: z.boolean(),
    }),
  },
  send: {
    method: 'POST',
    path: '/support',
    access: 'merchant',
    summary: 'Send a message or a plan request to support by mail, with a copy to the sender',
    body: SupportInput,
    answer: SupportMessage,
    perMinute: 6,
    idempotency: 'optional',
  },
  list: {
    method: 'GET',
    path: '/support',
    access: 'officePartnerOrAdmin',
    summary: 'List the messages to support, open ones first; administrators see all merchants',
    query: PageQuery,
    answer: pageOf(SupportMessage),
  },
  setDone: {
    method: 'PUT',
    path: '/support/:id',
    access: 'admin',
    summary: 'Mark a message to support as answered or open',
    params: ById,
    body: z.object({ done: z.boolean() }),
    answer: SupportMessage,
  },
})

export const supportProblems = defineProblems('support', {
  notFound: { status: 404, enUS: 'Message not found', ruRU: 'Сообщение не найдено' },
  noPlan: { status: 404, enUS: 'This plan is no longer on offer', ruRU: 'Этот тариф больше не предлагается' },
})
