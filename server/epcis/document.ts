import type { EpcisEvent, EpcisQueryDocument } from '#shared/epcis/contract.ts'
import { eventIdOf } from './hash/event-id.ts'
import type { epcisCaptured, epcisEvent } from './table.ts'

const standardContext = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'
/** The namespace of the fields that only Assay has. */
const namespacesOf = (origin: string) => ({ assay: `${origin}/epcis/` })

export const contextOf = (origin: string) => [standardContext, namespacesOf(origin)]

type Told = Pick<typeof epcisEvent.$inferSelect, 'type' | 'action' | 'bizStep' | 'eventTime' | 'fields' | 'origin'>

/** Bare words are what JSON has; a URI is for other vocabularies. */
const bareStep = (uri: string): string => uri.replace(/^https:\/\/ref\.gs1\.org\/cbv\/BizStep-/, '')

/** What an event tells of these things, without its id and the facts about its record. */
function toldBy({ type, action, bizStep, eventTime, fields }: Told, epcs: readonly string[]) {
  return {
    type,
    eventTime: eventTime.toISOString(),
    eventTimeZoneOffset: '+00:00',
    [type === 'AggregationEvent' ? 'childEPCs' : 'epcList']: epcs,
    action,
    ...(bizStep !== '' && { bizStep: bareStep(bizStep) }),
    ...fields,
  }
}

export const ownEventId = (told: Told, epcs: readonly string[]): string =>
  eventIdOf(toldBy(told, epcs), namespacesOf(told.origin))

export function eventOf(row: typeof epcisEvent.$inferSelect, epcs: readonly string[]): EpcisEvent {
  const { type, ...told } = toldBy(row, epcs)
  return {
    type,
    eventID: row.eventId,
    recordTime: row.recordTime.toISOString(),
    ...told,
    ...(row.errorAt && errorDeclared(row.errorAt)),
  }
}

/** The field that says who reported an event. Assay adds it, so it is no part of the event hash id. */
const reportedBy = 'assay:reportedBy'

/** An event as a partner has reported it, marked as the word of the partner. */
export function capturedEventOf(row: typeof epcisCaptured.$inferSelect, origin: string): EpcisEvent {
  const { type: _, eventTime, ...fields } = row.fields
  return {
    // Prefixes mean in each event what its reporter said.
    ...(Object.keys(row.namespaces).length > 0 && {
      '@context': [standardContext, { ...row.namespaces, ...namespacesOf(origin) }],
    }),
    type: row.type,
    eventID: row.eventId,
    eventTime: String(eventTime),
    recordTime: row.recordTime.toISOString(),
    ...fields,
    ...(row.errorAt && errorDeclared(row.errorAt)),
    [reportedBy]: row.reporter,
  }
}

const errorDeclared = (at: Date) => ({
  errorDeclaration: { declarationTime: at.toISOString(), reason: 'incorrect_data' },
})

export const queryDocumentOf = (events: EpcisEvent[], origin: string): EpcisQueryDocument => ({
  '@context': contextOf(origin),
  type: 'EPCISQueryDocument',
  schemaVersion: '2.0',
  creationDate: new Date().toISOString(),
  epcisBody: { queryResults: { queryName: 'SimpleEventQuery', resultsBody: { eventList: events } } },
})
