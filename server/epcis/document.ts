import type { EpcisEvent, EpcisQueryDocument } from '#shared/epcis/contract.ts'
import { eventIdOf } from './hash/event-id.ts'
import type { epcisEvent } from './table.ts'

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
    ...(row.errorAt && {
      errorDeclaration: { declarationTime: row.errorAt.toISOString(), reason: 'incorrect_data' },
    }),
  }
}

export const queryDocumentOf = (events: EpcisEvent[], origin: string): EpcisQueryDocument => ({
  '@context': contextOf(origin),
  type: 'EPCISQueryDocument',
  schemaVersion: '2.0',
  creationDate: new Date().toISOString(),
  epcisBody: { queryResults: { queryName: 'SimpleEventQuery', resultsBody: { eventList: events } } },
})
