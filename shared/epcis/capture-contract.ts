import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Id, Instant, SingleLine } from '#shared/core/fields/fields.ts'
import { epcisTypes } from './contract.ts'

/** Checked before any event is read further. */
export const captureLimits = {
  /** Events of a document, and things of all its events. */
  events: 200,
  things: 5_000,
  /** Of a merchant, from all partners together, in 24 hours. */
  callsPerDay: 2_000,
  eventsPerDay: 10_000,
} as const

const EventList = z.object({
  eventList: z
    .array(z.looseObject({ type: z.enum(epcisTypes) }))
    .min(1)
    .max(captureLimits.events),
})
const head = { '@context': z.unknown(), schemaVersion: z.string(), creationDate: z.string() }

/** The frame of a document, or of the answer of a query; GS1's JSON schema checks the rest. */
const EpcisDocument = z.discriminatedUnion('type', [
  z.object({ ...head, type: z.literal('EPCISDocument'), epcisBody: EventList }),
  z.object({
    ...head,
    type: z.literal('EPCISQueryDocument'),
    epcisBody: z.object({ queryResults: z.looseObject({ resultsBody: EventList }) }),
  }),
])
export type EpcisDocument = z.infer<typeof EpcisDocument>

export const eventsIn = (document: EpcisDocument) =>
  (document.type === 'EPCISDocument' ? document.epcisBody : document.epcisBody.queryResults.resultsBody).eventList

/** What happens to the other events if one cannot be captured. */
export const errorBehaviours = ['rollback', 'proceed'] as const
export type ErrorBehaviour = (typeof errorBehaviours)[number]

/** A problem of one event, in the form of EPCIS 2.0. `instance` points to the event in the document. */
const CaptureError = z.object({
  type: z.string(),
  title: z.string(),
  status: z.literal(400),
  instance: z.string(),
})

export const CaptureJob = z
  .object({
    captureID: Id,
    createdAt: Instant,
    finishedAt: Instant,
    running: z.literal(false),
    success: z.boolean(),
    captureErrorBehaviour: z.enum(errorBehaviours),
    errors: z.array(CaptureError),
  })
  .meta({ id: 'EpcisCaptureJob' })
export type CaptureJob = z.infer<typeof CaptureJob>

export const captureProblems = defineProblems('epcisCapture', {
  tooManyThings: {
    status: 400,
    enUS: 'One document can name at most {{most}} things. Divide it.',
    ruRU: 'В одном документе может быть не больше {{most}} объектов. Разделите его.',
  },
  reporterMissing: {
    status: 400,
    enUS: 'Say in reportedBy who reports these events',
    ruRU: 'Укажите в reportedBy, кто сообщает об этих событиях',
  },
  behaviour: {
    status: 400,
    enUS: 'The header GS1-Capture-Error-Behaviour is rollback or proceed',
    ruRU: 'Заголовок GS1-Capture-Error-Behaviour может быть rollback или proceed',
  },
  dailyLimit: {
    status: 429,
    enUS: 'Partners have reported {{most}} events within 24 hours. Send these events tomorrow.',
    ruRU: 'За 24 часа партнёры сообщили о событиях {{most}} раз. Отправьте эти события завтра.',
  },
  xml: {
    status: 415,
    enUS: 'EPCIS events are captured as JSON only. Send an EPCISDocument of EPCIS 2.0 in JSON-LD with Content-Type application/json.',
    ruRU: 'События EPCIS принимаются только в JSON. Отправьте EPCISDocument версии 2.0 в JSON-LD с Content-Type application/json.',
  },
  jobNotFound: { status: 404, enUS: 'This capture was not found', ruRU: 'Такая загрузка не найдена' },
  notReported: {
    status: 404,
    enUS: 'This is not an event that a partner has reported',
    ruRU: 'Это не событие, о котором сообщил партнёр',
  },
})

const options = { access: 'merchant', scope: 'events:write' } as const

export const captureContract = defineContract({
  capture: {
    method: 'POST',
    path: '/epcis/capture',
    access: 'confirmedMerchant',
    scope: 'events:write',
    summary:
      'Capture events that a partner reports about codes and packages of the merchant, as an EPCISDocument or an EPCISQueryDocument',
    /** Only for people: of a key, its name counts. */
    query: z.object({ reportedBy: SingleLine(100).min(1).optional() }),
    body: EpcisDocument,
    answer: CaptureJob,
    perMinute: 120,
  },
  jobs: {
    ...options,
    method: 'GET',
    path: '/epcis/capture',
    summary: 'List the captures of the last 30 days, the newest first; a key gets its own',
    query: z.object({
      perPage: z.coerce.number().int().min(1).max(200).default(30),
      nextPageToken: z.string().max(200).optional(),
    }),
    answer: z.array(CaptureJob),
  },
  job: {
    ...options,
    method: 'GET',
    path: '/epcis/capture/:id',
    summary: 'Read a capture and its errors',
    params: ById,
    answer: CaptureJob,
  },
  remove: {
    method: 'DELETE',
    path: '/epcis/events/:eventID',
    access: 'confirmedMerchant',
    summary: 'Hide an event that a partner has reported, for everybody and for ever',
    params: z.object({ eventID: z.string().max(1_000) }),
    answer: z.object({ ok: z.literal(true) }),
  },
})
