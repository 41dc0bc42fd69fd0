import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Id, Instant, MultiLine, PageQuery, pageOf } from '#shared/core/fields/fields.ts'
import { OneHost } from '#shared/core/fields/one-host.ts'

/** The use of a host by a page: a redirect to it, or a frame that shows it. */
const hostUses = ['redirect', 'embed'] as const
export type HostUse = (typeof hostUses)[number]
const hostRequestStates = ['waiting', 'approved', 'rejected'] as const
export type HostRequestState = (typeof hostRequestStates)[number]

export const HostRequest = z
  .object({
    id: Id,
    use: z.enum(hostUses),
    host: z.string(),
    state: z.enum(hostRequestStates),
    note: z.string(),
    createdAt: Instant,
  })
  .meta({ id: 'HostRequest' })
export type HostRequest = z.infer<typeof HostRequest>

/** The same for administrators. */
export const MerchantHostRequest = HostRequest.extend({ merchant: z.object({ id: Id, name: z.string() }) })
export type MerchantHostRequest = z.infer<typeof MerchantHostRequest>

export const hostContract = defineContract({
  own: {
    method: 'GET',
    path: '/customization/host',
    access: 'merchantOrService',
    summary: 'List the hosts that the merchant has asked for, the newest first',
    query: PageQuery.pick({ page: true, limit: true }),
    answer: pageOf(HostRequest),
  },
  ask: {
    method: 'POST',
    path: '/customization/host',
    access: 'confirmedMerchant',
    summary: 'Ask for the approval of a host; a repeated request changes nothing unless it was rejected',
    body: z.object({ use: z.enum(hostUses), host: OneHost }),
    answer: HostRequest,
    perMinute: 30,
  },
  waiting: {
    method: 'GET',
    path: '/customization/host/waiting',
    access: 'admin',
    summary: 'List the hosts that wait for an administrator, the oldest first',
    query: PageQuery.pick({ page: true, limit: true }),
    answer: pageOf(MerchantHostRequest),
  },
  decide: {
    method: 'PUT',
    path: '/customization/host/:id',
    access: 'admin',
    summary: 'Approve or reject a host',
    params: ById,
    body: z.object({ approved: z.boolean(), note: MultiLine(500).default('') }),
    answer: MerchantHostRequest,
  },
})

export const hostProblems = defineProblems('host', {
  notFound: { status: 404, enUS: 'Request not found', ruRU: 'Запрос не найден' },
  tooMany: {
    status: 409,
    enUS: 'Too many hosts. Please contact support.',
    ruRU: 'Слишком много сайтов. Обратитесь в поддержку.',
  },
})
