import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import { ownThingsByName } from '#server/epcis/query/match-epcs.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { captureLimits, captureProblems, type ErrorBehaviour } from '#shared/epcis/capture-contract.ts'
import { epcisQuotas } from '#shared/epcis/quotas.ts'
import type { CaptureErrorName, ReadEvent } from './read-document.ts'

/** Who reports: a key or an account, and the name that is shown. */
export type Reporter = { id: string; name: string }
type Errors = Map<number, CaptureErrorName>
type Document = { events: readonly ReadEvent[]; errors: Errors; count: number; behaviour: ErrorBehaviour }

/** How long the outcome of a capture can be read. */
const keptFor = sql`interval '30 days'`

/**
 * Stores the events of a partner that name a code or a package of the merchant. One that is stored already, or that Assay itself has
 * written, is not stored again. With `rollback`, one event that cannot be captured keeps all others out.
 *
 * @returns the id of the capture
 */
export async function captureEvents(
  tx: Tx,
  owner: QuotaOwner,
  reporter: Reporter,
  document: Document,
): Promise<string> {
  const { merchantId } = owner
  await admitToday(tx, merchantId, document.count)
  const errors: Errors = new Map(document.errors)
  for (const index of await inventedWords(tx, merchantId, document.events)) errors.set(index, 'reservedWord')
  const things = await thingsOf(tx, merchantId, document.events)
  for (const { index } of document.events)
    if (!things.has(index) && !errors.has(index)) errors.set(index, 'unknownThings')
  const named = document.events.filter(({ index }) => things.has(index) && !errors.has(index))
  for (const index of await takenIds(tx, merchantId, named)) errors.set(index, 'idTaken')
  const isKept = errors.size === 0 || document.behaviour === 'proceed'
  const wanted = isKept ? named.filter(({ index }) => !errors.has(index)) : []
  await storeEvents(tx, owner, reporter, { wanted, things })
  const listed = [...errors].map(([event, error]) => ({ event, error })).sort((one, other) => one.event - other.event)
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into epcis_capture (merchant_id, reporter_id, behaviour, events, errors, finished_at)
    values (${merchantId}, ${reporter.id}, ${document.behaviour}, ${document.count}, ${JSON.stringify(listed)}::jsonb, clock_timestamp())
    returning id`)
  return rows[0]!.id
}

/** Calls of one merchant wait for each other, so that simultaneous ones cannot exceed the limits of a day. */
async function admitToday(tx: Tx, merchantId: string, adding: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`epcis.capture:${merchantId}`}, 0))`)
  await tx.execute(sql`delete from epcis_capture where merchant_id = ${merchantId} and created_at < now() - ${keptFor}`)
  const { rows } = await tx.execute<{ calls: number; events: number }>(sql`
    select count(*)::int as calls, coalesce(sum(events), 0)::int as events from epcis_capture
    where merchant_id = ${merchantId} and created_at > now() - interval '1 day'`)
  const { calls, events } = rows[0]!
  if (calls >= captureLimits.callsPerDay || events + adding > captureLimits.eventsPerDay)
    throw new Problem(captureProblems.dailyLimit, { most: captureLimits.eventsPerDay })
}

type Thing = { thing: string; place: 'item' | 'parent' }

/** The merchant's own codes and packages in each event; none for an event that names only others. */
async function thingsOf(tx: Tx, merchantId: string, events: readonly ReadEvent[]): Promise<Map<number, Thing[]>> {
  const names = new Set(events.flatMap(({ epcs }) => epcs.map(({ epc }) => epc)))
  const own = await ownThingsByName(tx, merchantId, [...names])
  const found = new Map<number, Thing[]>()
  for (const { index, epcs } of events) {
    const things = new Map<string, Thing>()
    for (const { epc, place } of epcs)
      for (const thing of own.get(epc) ?? []) things.set(`${thing} ${place}`, { thing, place })
    if (things.size > 0) found.set(index, [...things.values()])
  }
  return found
}

/** The events with words that only Assay adds which are not known: a partner cannot write what only Assay says. */
async function inventedWords(tx: Tx, merchantId: string, events: readonly ReadEvent[]): Promise<number[]> {
  const given = recordset(
    events.filter(({ hasOwnWords }) => hasOwnWords),
    '"index" int, "hashId" text',
  )
  const { rows } = await tx.execute<{ index: number }>(sql`
    select "index" from ${given}
    where not exists (select from epcis_event where merchant_id = ${merchantId} and event_id = "hashId")
      and not exists (select from epcis_captured where merchant_id = ${merchantId} and hash_id = "hashId")`)
  return rows.map(({ index }) => index)
}

/** The events whose id is that of another event, of this document or stored. */
async function takenIds(tx: Tx, merchantId: string, events: readonly ReadEvent[]): Promise<number[]> {
  const { rows } = await tx.execute<{ index: number }>(sql`
    with given as (select * from ${recordset(events, '"index" int, "eventId" text, "hashId" text')})
    select "index" from given g where exists (
      select from epcis_captured c
      where c.merchant_id = ${merchantId} and c.event_id = g."eventId" and c.hash_id <> g."hashId")
    union
    select "index" from given g where exists (
      select from epcis_event e
      where e.merchant_id = ${merchantId} and e.event_id = g."eventId" and e.event_id <> g."hashId")
    union
    select "index" from given g where exists (
      select from given earlier
      where earlier."index" < g."index" and earlier."eventId" = g."eventId" and earlier."hashId" <> g."hashId")`)
  return rows.map(({ index }) => index)
}

const columns = `id uuid, hash_id text, event_id text, codes int, type text, action text, biz_step text, event_time timestamptz,
  fields jsonb, namespaces jsonb, is_error boolean`
const names = sql.raw(columns.replace(/ (text|uuid|int|timestamptz|jsonb|boolean)\b/g, '').replace(/,\s*is_error/, ''))

async function storeEvents(
  tx: Tx,
  owner: QuotaOwner,
  reporter: Reporter,
  { wanted, things }: { wanted: readonly ReadEvent[]; things: ReadonlyMap<number, readonly Thing[]> },
): Promise<void> {
  if (wanted.length === 0) return
  const { merchantId } = owner
  const rows = new Map(
    wanted.map((event) => {
      const { index, hashId, eventId, type, action, bizStep, eventTime, fields, namespaces, isDeclaredError } = event
      const row = {
        ...{
          id: crypto.randomUUID(),
          hash_id: hashId,
          event_id: eventId,
          codes: things.get(index)!.length,
          type,
          action,
        },
        ...{ biz_step: bizStep, event_time: eventTime.toISOString(), fields, namespaces, is_error: isDeclaredError },
      }
      return [hashId, { row, things: things.get(index)! }] as const
    }),
  )
  const listed = [...rows.values()]
  const ofThings = listed.flatMap(({ row, things: own }) => own.map((one) => ({ event_id: row.id, ...one })))
  await assertQuota(tx, owner, epcisQuotas.reportedEvents, listed.length)
  await assertQuota(tx, owner, epcisQuotas.reportedThings, ofThings.length)
  const given = recordset(
    listed.map(({ row }) => row),
    columns,
  )
  await tx.execute(sql`
    with stored as (
      insert into epcis_captured (merchant_id, reporter, reporter_id, record_time, error_at, ${names})
      select ${merchantId}, ${reporter.name}, ${reporter.id}, date_trunc('milliseconds', clock_timestamp()),
        case when is_error then clock_timestamp() end, ${names} from ${given}
      where not exists (select from epcis_event e where e.merchant_id = ${merchantId} and e.event_id = listed.hash_id)
      on conflict (merchant_id, hash_id) do nothing returning id)
    insert into epcis_captured_thing (merchant_id, event_id, thing, place)
    select ${merchantId}, event_id, thing, place from ${recordset(ofThings, 'event_id uuid, thing uuid, place text')}
    where event_id in (select id from stored)`)
  // Only its own reporter can say that an event did not happen.
  await tx.execute(sql`
    update epcis_captured known set error_at = clock_timestamp() from ${given}
    where known.merchant_id = ${merchantId} and known.reporter_id = ${reporter.id} and known.hash_id = listed.hash_id
      and listed.is_error and known.error_at is null`)
}
