import { eventIdOf } from '#server/epcis/hash/event-id.ts'
import type { Namespaces } from '#server/epcis/hash/pre-hash.ts'
import { vocabularyUri } from '#server/epcis/hash/vocabulary.ts'
import { isInKnownYears } from '#shared/core/fields/fields.ts'
import { omit } from '#shared/core/omit.ts'
import { type EpcisDocument, eventsIn } from '#shared/epcis/capture-contract.ts'
import type { epcisActions, epcisTypes } from '#shared/epcis/contract.ts'

/** Why one event cannot be captured. */
export const captureErrors = ['unknownThings', 'wrongTime', 'reservedWord', 'tooLong', 'idTaken'] as const
export type CaptureErrorName = (typeof captureErrors)[number]

/** An identifier in an event, and where: in its list of items or children, or as what contains others. */
export type NamedEpc = { epc: string; place: 'item' | 'parent' }

export type ReadEvent = {
  /** Its place in the document. */
  index: number
  hashId: string
  /** The id that its reporter gave it; otherwise the hash id. */
  eventId: string
  type: (typeof epcisTypes)[number]
  action: (typeof epcisActions)[number] | null
  /** A URI; empty without one. */
  bizStep: string
  eventTime: Date
  /** What it tells, without its id and the facts about its record. */
  fields: Record<string, unknown>
  namespaces: Namespaces
  epcs: NamedEpc[]
  isDeclaredError: boolean
  /** It has words that only Assay adds, so it must be an event that is known, in the answer of a query. */
  hasOwnWords: boolean
}

/** The prefix of the words that Assay itself adds to events. */
const ownPrefix = 'assay'
/** The reporter of an event in the answer of a query, see `capturedEventOf`. */
const reportedBy = `${ownPrefix}:reportedBy`
const recordFields = new Set(['eventID', 'recordTime', 'errorDeclaration', '@context', 'captureID', reportedBy])
const itemLists = ['epcList', 'childEPCs', 'inputEPCList', 'outputEPCList']
/** Letters of the prefixes of an event, which are stored with each event. */
const longestContext = 4_000
const longestId = 1_000
/** The clock of a partner may be fast. */
const aheadMs = 86_400_000

/** The events of a document that follows the schema, and why some of them cannot be captured. */
export function readDocument(
  document: EpcisDocument,
  now: Date,
): { events: ReadEvent[]; errors: Map<number, CaptureErrorName> } {
  const ofDocument = namespacesIn(document['@context'])
  const errors = new Map<number, CaptureErrorName>()
  const events = eventsIn(document).flatMap((event, index): ReadEvent[] => {
    const read = readEvent(event, index, { ...ofDocument, ...namespacesIn(event['@context']) })
    const error = problemOf(read, now)
    if (error) errors.set(index, error)
    return error ? [] : [read]
  })
  return { events, errors }
}

/** How many things all events of a document name. */
export const countThings = (document: EpcisDocument): number =>
  eventsIn(document).reduce((sum, event) => sum + epcsOf(event).length, 0)

function readEvent(event: Record<string, unknown>, index: number, declared: Namespaces): ReadEvent {
  const { type, action, eventID, bizStep, eventTime } = event
  const fields = Object.fromEntries(Object.entries(event).filter(([name]) => !recordFields.has(name)))
  const hasOwnWords = reportedBy in event || JSON.stringify(fields).includes(`"${ownPrefix}:`)
  const namespaces = hasOwnWords ? declared : omit(declared, ownPrefix)
  const hashId = eventIdOf(omit(event, reportedBy), namespaces)
  return {
    ...{ index, hashId, fields, namespaces, hasOwnWords },
    eventId: typeof eventID === 'string' && eventID !== '' ? eventID : hashId,
    type: type as ReadEvent['type'],
    action: (action as ReadEvent['action'] | undefined) ?? null,
    bizStep: typeof bizStep === 'string' ? vocabularyUri(bizStep, 'bizStep') : '',
    eventTime: new Date(String(eventTime)),
    epcs: epcsOf(event),
    isDeclaredError: 'errorDeclaration' in event,
  }
}

function problemOf({ eventId, eventTime, namespaces }: ReadEvent, now: Date): CaptureErrorName | undefined {
  const time = eventTime.getTime()
  if (Number.isNaN(time) || !isInKnownYears(eventTime.toISOString()) || time > now.getTime() + aheadMs)
    return 'wrongTime'
  const isShort = eventId.length <= longestId && JSON.stringify(namespaces).length <= longestContext
  return isShort ? undefined : 'tooLong'
}

function epcsOf(event: Record<string, unknown>): NamedEpc[] {
  const items = itemLists.flatMap((name) => (Array.isArray(event[name]) ? (event[name] as string[]) : []))
  const { parentID } = event
  return [
    ...items.map((epc) => ({ epc, place: 'item' as const })),
    ...(typeof parentID === 'string' ? [{ epc: parentID, place: 'parent' as const }] : []),
  ]
}

/** The prefixes that a context declares. Contexts at an address are not read: that of GS1 declares no prefix of others. */
function namespacesIn(context: unknown): Namespaces {
  const parts = (Array.isArray(context) ? context : [context]).filter(
    (part) => typeof part === 'object' && part !== null,
  )
  const entries = parts.flatMap((part) => Object.entries(part as object))
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
