import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { dateMessage, isInKnownYears } from '#shared/core/fields/fields.ts'

/** The types of events that EPCIS 2.0 knows. */
export const epcisTypes = [
  'ObjectEvent',
  'AggregationEvent',
  'TransactionEvent',
  'TransformationEvent',
  'AssociationEvent',
] as const
export const epcisActions = ['ADD', 'OBSERVE', 'DELETE'] as const

/** Values of a list that one query may name. */
const mostValues = 20
const longestList = 4_000
/** Several values are separated by `|`, as EPCIS says. */
const List = z
  .string()
  .max(longestList)
  .transform((text) => text.split('|').filter((value) => value !== ''))
  .pipe(z.array(z.string()).min(1).max(mostValues))
const ListOf = <const V extends readonly [string, ...string[]]>(words: V) =>
  z
    .string()
    .max(longestList)
    .transform((text) => text.split('|'))
    .pipe(z.array(z.enum(words)).min(1).max(mostValues))
const Time = z.iso.datetime({ offset: true }).refine(isInKnownYears, dateMessage)

export const EpcisQuery = z.strictObject({
  eventType: ListOf(epcisTypes).optional(),
  GE_eventTime: Time.optional(),
  LT_eventTime: Time.optional(),
  GE_recordTime: Time.optional(),
  LT_recordTime: Time.optional(),
  EQ_action: ListOf(epcisActions).optional(),
  EQ_bizStep: List.optional(),
  EQ_eventID: List.optional(),
  /** Events that contain one of these things: as Digital Link, as urn, or by the address of its code. */
  MATCH_epc: List.optional(),
  /** Events in which one of these packages contains others. */
  MATCH_parentID: List.optional(),
  /** Events that name one of these things, as one of the contents or as what contains them. */
  MATCH_anyEPC: List.optional(),
  /** Everything about one code, also what partners have reported about its packages while it was inside. */
  journeyOf: z.string().min(1).max(500).optional(),
  /** `true`: only what partners have reported; `false`: only what Assay itself has recorded. */
  captured: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
  orderBy: z.enum(['eventTime', 'recordTime']).default('eventTime'),
  orderDirection: z.enum(['ASC', 'DESC']).default('DESC'),
  perPage: z.coerce.number().int().min(1).max(200).default(30),
  nextPageToken: z.string().max(200).optional(),
})
export type EpcisQuery = z.infer<typeof EpcisQuery>

/** An event in the JSON form of EPCIS 2.0. The other fields depend on its type. */
export const EpcisEvent = z
  .looseObject({ type: z.enum(epcisTypes), eventID: z.string(), eventTime: z.string(), recordTime: z.string() })
  .meta({ id: 'EpcisEvent' })
export type EpcisEvent = z.infer<typeof EpcisEvent>

const Context = z.array(z.union([z.string(), z.record(z.string(), z.string())]))
const EpcisQueryDocument = z
  .object({
    '@context': Context,
    type: z.literal('EPCISQueryDocument'),
    schemaVersion: z.literal('2.0'),
    creationDate: z.string(),
    epcisBody: z.object({
      queryResults: z.object({
        queryName: z.literal('SimpleEventQuery'),
        resultsBody: z.object({ eventList: z.array(EpcisEvent) }),
      }),
    }),
  })
  .meta({ id: 'EpcisQueryDocument' })
export type EpcisQueryDocument = z.infer<typeof EpcisQueryDocument>

export const epcisProblems = defineProblems('epcis', {
  notFound: { status: 404, enUS: 'This event was not found', ruRU: 'Такое событие не найдено' },
  wrongPage: {
    status: 400,
    enUS: 'This nextPageToken belongs to no query. Send the query without it to begin again.',
    ruRU: 'Этот nextPageToken не относится ни к одному запросу. Отправьте запрос без него, чтобы начать заново.',
  },
})

export const epcisContract = defineContract({
  events: {
    method: 'GET',
    path: '/epcis/events',
    access: 'merchant',
    scope: 'events:read',
    summary: 'Query the events of the merchant as EPCIS 2.0 describes, the newest first',
    query: EpcisQuery,
    answer: EpcisQueryDocument,
  },
  event: {
    method: 'GET',
    path: '/epcis/events/:eventID',
    access: 'merchant',
    scope: 'events:read',
    summary: 'Read an event by its id, which is percent-encoded in the path',
    params: z.object({ eventID: z.string().max(1_000) }),
    answer: EpcisEvent.extend({ '@context': Context }).meta({ id: 'EpcisEventDocument' }),
  },
})
