import { z } from 'zod'
import { defineContract, type Route } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Id, Instant, PageQuery, pageOf, SingleLine } from '#shared/core/fields/fields.ts'
import { Day } from '#shared/core/fields/query-time.ts'

/** The filters of the list. An entry has to match all of them. */
export const AuditFilter = z.object({
  /** Part of a merchant's name, or the merchant code. */
  merchant: SingleLine(120).optional(),
  /** Part of the name or e-mail of the actor. */
  actor: SingleLine(254).optional(),
  /** Prefix of the action: `user.` finds all actions on users. */
  action: SingleLine(60).optional(),
  /** The reference that an error message showed. */
  reference: SingleLine(60).optional(),
  /** The first and the last day, both included, in UTC. */
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditEntry = z
  .object({
    /** Entries are chained within a stream: the id of a merchant, or `system`. `seq` counts from 1 without a gap. */
    stream: z.string(),
    seq: z.number().int(),
    at: Instant,
    merchant: z.object({ id: Id, name: z.string() }).nullable(),
    /** Null for anonymous actions; `name` is null when the account was removed. `isKey`: a program with the API key of this name. */
    actor: z
      .object({ id: Id, name: z.string().nullable(), email: z.string().nullable(), isKey: z.boolean() })
      .nullable(),
    action: z.string(),
    subject: z.string(),
    reference: z.string(),
    data: z.record(z.string(), z.unknown()),
    prevHash: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

/** An action of an account of the merchant, as the merchant sees it. */
export const ActivityEntry = AuditEntry.pick({
  seq: true,
  at: true,
  action: true,
  subject: true,
  reference: true,
}).extend({
  /** Null for actions without an account; an administrator is named without an address, and an API key by its name. */
  actor: z.object({ name: z.string().nullable(), isAdmin: z.boolean(), isKey: z.boolean() }).nullable(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

export const ChainCheck = z
  .object({
    entries: z.number().int(),
    streams: z.number().int(),
    /** The first entries whose hash does not match the previous entry. */
    broken: z.array(z.object({ stream: z.string(), seq: z.number().int() })),
    checkedAt: Instant,
  })
  .meta({ id: 'ChainCheck' })
export type ChainCheck = z.infer<typeof ChainCheck>

/** Old entries that were written to a file and deleted from the database. */
export const SealedFile = z
  .object({
    stream: z.string(),
    /** The last entry in the file. */
    seq: z.number().int(),
    entries: z.number().int(),
    firstAt: Instant,
    lastAt: Instant,
    /** SHA-256 of the file. */
    sha256: z.string(),
  })
  .meta({ id: 'SealedFile' })
export type SealedFile = z.infer<typeof SealedFile>

export const auditProblems = defineProblems('audit', {
  noSeal: { status: 404, enUS: 'File not found', ruRU: 'Файл не найден' },
})

export const auditContract = defineContract({
  list: {
    method: 'GET',
    path: '/audit',
    access: 'admin',
    summary: 'List the audit entries, the newest first',
    query: PageQuery.extend(AuditFilter.shape),
    answer: pageOf(AuditEntry),
  },
  own: {
    method: 'GET',
    path: '/audit/own',
    access: 'merchant',
    summary: 'List the actions of the accounts of the merchant, the newest first',
    /** `member`: only what this account did. */
    query: PageQuery.pick({ page: true, limit: true }).extend({ member: Id.optional() }),
    answer: pageOf(ActivityEntry),
  },
  actors: {
    method: 'GET',
    path: '/audit/own/actors',
    access: 'merchant',
    summary: 'List the accounts of the merchant by name, those that were removed from the team included',
    answer: z.array(z.object({ id: Id, name: z.string(), isRemoved: z.boolean() })),
  },
  check: {
    method: 'GET',
    path: '/audit/chain',
    access: 'admin',
    summary: 'Recompute the hash chains of the audit trail from their last checkpoints, or all entries',
    query: z.object({
      /** Also recomputes the entries before the checkpoints, which takes time in proportion to all entries. */
      full: z.enum(['true', 'false']).default('false'),
    }),
    answer: ChainCheck,
    perMinute: 30,
  },
  seals: {
    method: 'GET',
    path: '/audit/seals',
    access: 'admin',
    summary: 'List the files of sealed audit entries, the newest first',
    query: PageQuery,
    answer: pageOf(SealedFile),
  },
})

export const sealedFileRoute = {
  method: 'GET',
  path: '/audit/seals/:stream/:seq',
  access: 'admin',
  summary: 'Download one file of sealed audit entries (gzip, one JSON object per line)',
  params: z.object({ stream: SingleLine(60), seq: z.coerce.number().int().min(1) }),
  answer: z.string(),
} as const satisfies Route

export const auditCsvRoute = {
  method: 'GET',
  path: '/audit/export',
  access: 'admin',
  summary: 'Export the audit entries as CSV',
  query: AuditFilter,
  answer: z.string(),
} as const satisfies Route
