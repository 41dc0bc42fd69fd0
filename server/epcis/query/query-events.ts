import type { Tx } from '#server/core/db/database.ts'
import { textArray, uuidArray } from '#server/core/db/sql-params.ts'
import { and, eq, inArray, isNull, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { capturedEventOf } from '#server/epcis/document.ts'
import { vocabularyUri } from '#server/epcis/hash/vocabulary.ts'
import { epcisCaptured, epcisEvent } from '#server/epcis/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type EpcisEvent, type EpcisQuery, epcisProblems } from '#shared/epcis/contract.ts'
import { eventsOfJourney } from './journey.ts'
import { type EpcPlace, eventsOfThings, ownThings } from './match-epcs.ts'
import { pageTokenOf, readPageToken } from './page-token.ts'
import { withThings } from './read-events.ts'

/** Things of all events of a page: further events follow on the next page. */
const mostThings = 10_000

type Asked = { merchantId: string; query: EpcisQuery; origin: string }
type Listed = { id: string; at: Date | string; codes: number }

/** @returns a page of events, of Assay and of partners, and the token of the next one */
export async function queryEvents(
  tx: Tx,
  { merchantId, query, origin }: Asked,
): Promise<{ events: EpcisEvent[]; nextPageToken: string | undefined }> {
  const { orderBy, orderDirection, perPage, captured } = query
  const where = await conditionOf(tx, merchantId, query)
  const time = orderBy === 'eventTime' ? sql`event_time` : sql`record_time`
  const direction = sql.raw(orderDirection)
  // Each table is read along its own index.
  const partOf = (table: SQL, more: SQL): SQL => sql`
    (select id, ${time} as at, codes from ${table} where ${where} ${more} order by ${time} ${direction}, id ${direction} limit ${perPage + 1})`
  const parts = [
    ...(captured === true ? [] : [partOf(sql`epcis_event`, sql``)]),
    ...(captured === false ? [] : [partOf(sql`epcis_captured`, sql`and removed_at is null`)]),
  ]
  const { rows: found } = await tx.execute<Listed>(sql`
    select id, at, codes from (${sql.join(parts, sql` union all `)}) as page
    order by at ${direction}, id ${direction} limit ${perPage + 1}`)
  const rows = found.slice(0, Math.min(perPage, roomFor(found)))
  const last = rows.at(-1)
  const hasMore = last !== undefined && rows.length < found.length
  return {
    events: await eventsByIds(
      tx,
      merchantId,
      rows.map(({ id }) => id),
      origin,
    ),
    nextPageToken: hasMore ? pageTokenOf({ at: new Date(last.at), id: last.id }) : undefined,
  }
}

/** An event of Assay, or one that a partner has reported. */
export async function findEvent(tx: Tx, merchantId: string, eventId: string, origin: string): Promise<EpcisEvent> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from epcis_event where merchant_id = ${merchantId} and event_id = ${eventId}
    union all
    select id from epcis_captured where merchant_id = ${merchantId} and event_id = ${eventId} and removed_at is null limit 1`)
  const [event] = await eventsByIds(
    tx,
    merchantId,
    rows.map(({ id }) => id),
    origin,
  )
  if (!event) throw new Problem(epcisProblems.notFound)
  return event
}

/** The events with these ids, in their order. */
async function eventsByIds(tx: Tx, merchantId: string, ids: readonly string[], origin: string): Promise<EpcisEvent[]> {
  if (ids.length === 0) return []
  const own = await tx
    .select()
    .from(epcisEvent)
    .where(and(eq(epcisEvent.merchantId, merchantId), inArray(epcisEvent.id, [...ids])))
  const captured = await tx
    .select()
    .from(epcisCaptured)
    .where(
      and(
        eq(epcisCaptured.merchantId, merchantId),
        inArray(epcisCaptured.id, [...ids]),
        isNull(epcisCaptured.removedAt),
      ),
    )
  const ownEvents = await withThings(tx, own)
  const events = new Map([
    ...own.map((row, n) => [row.id, ownEvents[n]!] as const),
    ...captured.map((row) => [row.id, capturedEventOf(row, origin)] as const),
  ])
  return ids.flatMap((id) => events.get(id) ?? [])
}

/** How many of these events have room on a page: at least one. */
function roomFor(rows: readonly { codes: number }[]): number {
  let codes = 0
  const full = rows.findIndex((row) => {
    codes += row.codes
    return codes > mostThings
  })
  return full < 0 ? rows.length : Math.max(1, full)
}

/** The condition of a query, in the names of the columns that both tables have. */
async function conditionOf(tx: Tx, merchantId: string, query: EpcisQuery): Promise<SQL> {
  const { eventType, EQ_action, EQ_bizStep, EQ_eventID, orderBy, orderDirection, nextPageToken: token } = query
  const after = token === undefined ? undefined : readPageToken(token)
  const matching = await matchingIds(tx, merchantId, query)
  const steps = EQ_bizStep?.map((step) => vocabularyUri(step, 'bizStep'))
  const time = (text: string) => sql`${new Date(text).toISOString()}::timestamptz`
  const [column, beyond] = [
    sql.raw(orderBy === 'eventTime' ? 'event_time' : 'record_time'),
    orderDirection === 'ASC' ? sql`>` : sql`<`,
  ]
  const conditions = [
    sql`merchant_id = ${merchantId}`,
    eventType && sql`type = any(${textArray(eventType)})`,
    EQ_action && sql`action = any(${textArray(EQ_action)})`,
    steps && sql`biz_step = any(${textArray(steps)})`,
    EQ_eventID && sql`event_id = any(${textArray(EQ_eventID)})`,
    query.GE_eventTime && sql`event_time >= ${time(query.GE_eventTime)}`,
    query.LT_eventTime && sql`event_time < ${time(query.LT_eventTime)}`,
    query.GE_recordTime && sql`record_time >= ${time(query.GE_recordTime)}`,
    query.LT_recordTime && sql`record_time < ${time(query.LT_recordTime)}`,
    matching && sql`id = any(${uuidArray(matching)})`,
    after && sql`(${column}, id) ${beyond} (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
  ]
  return sql.join(
    conditions.flatMap((condition) => condition || []),
    sql` and `,
  )
}

/** Where the things of each list of a query stand in an event. */
const lists = [
  ['MATCH_epc', ['item']],
  ['MATCH_parentID', ['parent']],
  ['MATCH_anyEPC', ['item', 'parent']],
] as const satisfies readonly (readonly [keyof EpcisQuery, readonly EpcPlace[]])[]

/** The events about the wanted things; undefined if the query names none. An event must match each of the lists. */
async function matchingIds(tx: Tx, merchantId: string, query: EpcisQuery): Promise<string[] | undefined> {
  let matching = query.journeyOf === undefined ? undefined : await eventsOfJourney(tx, merchantId, query.journeyOf)
  for (const [name, places] of lists) {
    const epcs = query[name]
    if (!epcs) continue
    const found = await eventsOfThings(tx, merchantId, await ownThings(tx, merchantId, epcs), places)
    matching = matching?.filter((id) => found.includes(id)) ?? found
  }
  return matching
}
