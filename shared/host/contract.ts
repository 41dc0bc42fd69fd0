import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Done, Id, Instant } from '#shared/core/fields/fields.ts'
import { OneHost } from '#shared/core/fields/one-host.ts'
import { brandHostFaults, brandHostStates } from '#shared/core/host/brand-host.ts'

/** Letters of a host. Longer ones make the QR codes too dense. */
const longestHost = 64

export const BrandHostInput = z.object({
  host: OneHost.transform((host) => host.replace(/\.$/, '')).refine(
    (host) => host.length <= longestHost,
    'At most 64 letters, because a longer name makes the QR code too dense',
  ),
})
export type BrandHostInput = z.infer<typeof BrandHostInput>

/** A record that the owner of a domain sets. */
const DnsRecord = z.object({ type: z.enum(['CNAME', 'TXT']), name: z.string(), value: z.string() })
export type DnsRecord = z.infer<typeof DnsRecord>

export const BrandHostView = z
  .object({
    id: Id,
    /** In lower case and punycode. */
    host: z.string(),
    /** The same with the letters of its language. */
    name: z.string(),
    state: z.enum(brandHostStates),
    /** Whether new orders print it. */
    isPrinted: z.boolean(),
    /** Why the last check has failed; null if it has not. */
    fault: z.enum(brandHostFaults).nullable(),
    /** What the check has found instead; can be empty. */
    found: z.string(),
    checkedAt: Instant.nullable(),
    isChecking: z.boolean(),
    failingSince: Instant.nullable(),
    /** Until when a pending host is checked by itself. */
    awaitedUntil: Instant,
    records: z.array(DnsRecord),
    /** Orders whose codes contain it. */
    orders: z.number().int(),
    createdAt: Instant,
  })
  .meta({ id: 'CustomDomain' })
export type BrandHostView = z.infer<typeof BrandHostView>

const confirmedOwner = { access: 'confirmedOwner', perMinute: 30 } as const

export const brandHostContract = defineContract({
  list: {
    method: 'GET',
    path: '/hosts',
    access: 'merchant',
    summary: 'List the custom domains of the merchant, the oldest first',
    answer: z.object({ official: z.string(), rows: z.array(BrandHostView) }),
  },
  add: {
    method: 'POST',
    path: '/hosts',
    ...confirmedOwner,
    summary: 'Add a custom domain. The answer contains the DNS records to set; repeating the call changes nothing',
    body: BrandHostInput,
    answer: BrandHostView,
  },
  check: {
    method: 'POST',
    path: '/hosts/:id/check',
    ...confirmedOwner,
    summary: 'Check a custom domain now, in the background',
    params: ById,
    answer: BrandHostView,
  },
  print: {
    method: 'PUT',
    path: '/hosts/:id/print',
    ...confirmedOwner,
    summary: 'Choose whether new orders print a custom domain, instead of the host of this installation or another one',
    params: ById,
    body: z.object({ isPrinted: z.boolean() }),
    answer: BrandHostView,
  },
  remove: {
    method: 'DELETE',
    path: '/hosts/:id',
    ...confirmedOwner,
    summary: 'Remove a custom domain. Codes that contain it open no longer there',
    params: ById,
    answer: Done,
  },
})

export const brandHostProblems = defineProblems('brandHost', {
  notFound: { status: 404, enUS: 'This domain was not found', ruRU: 'Такой домен не найден' },
  notProven: {
    status: 409,
    enUS: 'The check of this domain has not succeeded. New orders can print it afterwards.',
    ruRU: 'Проверка этого домена ещё не пройдена. Печатать его в новых заказах можно после неё.',
  },
  printedFails: {
    status: 409,
    enUS: 'New codes would contain {{host}}, but the check of this domain fails. Repair it or choose another address in the settings.',
    ruRU: 'Новые коды должны содержать {{host}}, но проверка этого домена не проходит. Исправьте домен или выберите другой адрес в настройках.',
  },
  otherBrand: {
    status: 421,
    enUS: 'This code does not belong to the brand of this website. Its official address is {{host}}.',
    ruRU: 'Этот код не принадлежит владельцу этого сайта. Официальный адрес кода: {{host}}.',
  },
})
