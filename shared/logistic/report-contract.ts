import { z } from 'zod'
import { Hex32, ProofChains } from '#shared/anchoring/contract.ts'
import { defineContract, type Route } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Count, Id, Instant, isTimeZone, PageQuery, pageOf } from '#shared/core/fields/fields.ts'
import { zoneOfOffset } from '#shared/core/fields/query-time.ts'
import { languages } from '#shared/core/i18n/language.ts'

const ReportWording = z.object({
  language: z.enum(languages).default('enUS'),
  /** An IANA time zone, for all times of the report. */
  timeZone: z
    .string()
    .transform(zoneOfOffset)
    .pipe(z.string().max(60).refine(isTimeZone, 'Unknown time zone'))
    .default('UTC'),
})

/** A cold-chain report of a shipment: limit, statistics, chart and every excursion, as a PDF that never changes. */
export const ColdChainReport = z
  .object({
    id: Id,
    createdAt: Instant,
    language: z.enum(languages),
    /** Number of readings in the report. */
    readings: Count,
    /** Whether the log was complete, so that later reports have the same content. */
    complete: z.boolean(),
    /** SHA-256 of the PDF, which both chains prove. */
    sha256: Hex32,
    chains: ProofChains,
  })
  .meta({ id: 'ColdChainReport' })
export type ColdChainReport = z.infer<typeof ColdChainReport>

const feature = 'temperature'

export const reportContract = defineContract({
  list: {
    method: 'GET',
    path: '/logistic/:id/reports',
    access: 'anyMerchantRole',
    scope: 'shipments:read',
    feature,
    summary: 'List the cold-chain reports of a shipment with the state of their proofs, the newest first',
    params: ById,
    query: PageQuery.pick({ page: true, limit: true }),
    answer: pageOf(ColdChainReport),
  },
  make: {
    method: 'POST',
    path: '/logistic/:id/reports',
    access: 'merchantOrDealer',
    scope: 'shipments:write',
    feature,
    summary: 'Make the cold-chain report of a shipment and anchor it; an equal report is returned and not made again',
    params: ById,
    body: ReportWording,
    answer: ColdChainReport,
    perMinute: 30,
    budget: 'pdfs',
  },
})

const file = {
  method: 'GET',
  access: 'anyMerchantRole',
  scope: 'shipments:read',
  feature,
  params: ById,
  answer: z.unknown(),
} as const

export const reportFileRoute = {
  ...file,
  path: '/logistic/reports/:id',
  summary: 'Download a cold-chain report as a PDF',
} as const satisfies Route

export const reportProofRoute = {
  ...file,
  path: '/logistic/reports/:id/ots',
  summary: 'Download the OpenTimestamps file of a cold-chain report',
} as const satisfies Route

export const reportProblems = defineProblems('report', {
  notFound: { status: 404, enUS: 'Report not found', ruRU: 'Отчёт не найден' },
})
