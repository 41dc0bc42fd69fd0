import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { Instant, PageQuery, pageOf, SingleLine } from '#shared/core/fields/fields.ts'
import { EpcisQuery, epcisActions, epcisTypes } from './contract.ts'

/** What the screen lists of an event; the event itself is read when it is opened. */
const ListedEvent = z
  .object({
    eventID: z.string(),
    type: z.enum(epcisTypes),
    action: z.enum(epcisActions).nullable(),
    /** A URI; empty without one. */
    step: z.string(),
    at: Instant,
    /** Number of things; of a reported event, of those that belong to the merchant. */
    things: z.int(),
    /** The partner who reported it; null for an event of Assay. */
    reportedBy: z.string().nullable(),
    /** It was declared an error. */
    isError: z.boolean(),
  })
  .meta({ id: 'EpcisListedEvent' })
export type ListedEvent = z.infer<typeof ListedEvent>

export const listDays = ['1', '7', '30', '365'] as const
export const sources = ['own', 'reported'] as const

export const epcisListContract = defineContract({
  list: {
    method: 'GET',
    path: '/epcis/list',
    access: 'merchant',
    summary: 'List the events of the merchant and its partners, the newest first',
    query: PageQuery.pick({ page: true, limit: true }).extend({
      type: z.enum(epcisTypes).optional(),
      step: SingleLine(200).optional(),
      source: z.enum(sources).optional(),
      /** Of the last days. */
      days: z.enum(listDays).optional(),
      /** A code, a package, or their identifier. */
      search: EpcisQuery.shape.journeyOf,
    }),
    answer: pageOf(ListedEvent),
  },
})
