import type { Tx } from '#server/core/db/database.ts'
import { and, asc, desc, eq, gt, gte, inArray, lt, or, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { vocabularyUri } from '#server/epcis/hash/vocabulary.ts'
import { epcisEvent } from '#server/epcis/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type EpcisEvent, type EpcisQuery, epcisProblems } from '#shared/epcis/contract.ts'
import { eventsOfThings, ownThings, type Place } from './match-epcs.ts'
import { pageTokenOf, readPageToken } from './page-token.ts'
import { withThings } from './read-events.ts'

/** Things of all events of a page: further events follow on the next page. */
const mostCodes = 10_000

/** @returns a page of events, and the token of the next one */
export async function queryEvents(
  tx: Tx,
  merchantId: string,
  query: EpcisQuery,
): Promise<{ events: EpcisEvent[]; nextPageToken: string | undefined }> {
  const { orderBy, orderDirection, perPage, nextPageToken: token } = query
  const after = token === undefined ? undefined : readPageToken(token)
  const matching = await matchingIds(tx, merchantId, query)
  const time = epcisEvent[orderBy]
  const [ordered, beyond] = orderDirection === 'ASC' ? ([asc, gt] as const) : ([desc, lt] as const)
  const found = await tx
    .select()
    .from(epcisEvent)
    .where(
      and(
        eq(epcisEvent.merchantId, merchantId),
        ...filtersOf(query),
        matching && sql`${epcisEvent.id} = any(${sql.param(matching)}::uuid[])`,
        after && or(beyond(time, after.at), and(eq(time, after.at), beyond(epcisEvent.id, after.id))),
      ),
    )
    .orderBy(ordered(time), ordered(epcisEvent.id))
    .limit(perPage + 1)
  const rows = found.slice(0, Math.min(perPage, roomFor(found)))
  const last = rows.at(-1)
  const events = await withThings(tx, rows)
  const hasMore = last !== undefined && rows.length < found.length
  return { events, nextPageToken: hasMore ? pageTokenOf({ at: last[orderBy], id: last.id }) : undefined }
}

export async function findEvent(tx: Tx, merchantId: string, eventId: string): Promise<EpcisEvent> {
  const [row] = await tx
    .select()
    .from(epcisEvent)
    .where(and(eq(epcisEvent.merchantId, merchantId), eq(epcisEvent.eventId, eventId)))
  if (!row) throw new Problem(epcisProblems.notFound)
  return (await withThings(tx, [row]))[0]!
}

/** How many of these events have room on a page: at least one. */
function roomFor(rows: readonly { codes: number }[]): number {
  let codes = 0
  const full = rows.findIndex((row) => {
    codes += row.codes
    return codes > mostCodes
  })
  return full < 0 ? rows.length : Math.max(1, full)
}

function filtersOf(query: EpcisQuery): (SQL | undefined)[] {
  const { eventType, EQ_action, EQ_bizStep, EQ_eventID } = query
  const at = (text: string | undefined) => text && new Date(text)
  const [since, until] = [at(query.GE_eventTime), at(query.LT_eventTime)]
  const [recordedSince, recordedUntil] = [at(query.GE_recordTime), at(query.LT_recordTime)]
  const steps = EQ_bizStep?.map((step) => vocabularyUri(step, 'bizStep'))
  return [
    eventType && inArray(epcisEvent.type, eventType),
    EQ_action && inArray(epcisEvent.action, EQ_action),
    steps && inArray(epcisEvent.bizStep, steps),
    EQ_eventID && inArray(epcisEvent.eventId, EQ_eventID),
    since ? gte(epcisEvent.eventTime, since) : undefined,
    until ? lt(epcisEvent.eventTime, until) : undefined,
    recordedSince ? gte(epcisEvent.recordTime, recordedSince) : undefined,
    recordedUntil ? lt(epcisEvent.recordTime, recordedUntil) : undefined,
  ]
}

/** Where the things of each list of a query stand in an event. */
const lists = [
  ['MATCH_epc', ['item']],
  ['MATCH_parentID', ['parent']],
  ['MATCH_anyEPC', ['item', 'parent']],
] as const satisfies readonly (readonly [keyof EpcisQuery, readonly Place[]])[]

/** The events about the wanted things; undefined if the query names none. An event must match each of the lists. */
async function matchingIds(tx: Tx, merchantId: string, query: EpcisQuery): Promise<string[] | undefined> {
  let matching: string[] | undefined
  for (const [name, places] of lists) {
    const epcs = query[name]
    if (!epcs) continue
    const found = await eventsOfThings(tx, merchantId, await ownThings(tx, merchantId, epcs), places)
    matching = matching?.filter((id) => found.includes(id)) ?? found
  }
  return matching
}
