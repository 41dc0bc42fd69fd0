import type { Tx } from '#server/core/db/database.ts'
import { recordset, textArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { Services } from '#server/core/services.ts'
import { ownEventId } from '#server/epcis/document.ts'
import { vocabularyUri } from '#server/epcis/hash/vocabulary.ts'
import { type ListedThing, thingEpc, thingsAfter } from './codes.ts'
import type { Draft } from './draft.ts'
import { draftsOf, type Subject, toldKinds } from './drafts.ts'

/** EPCIS recommends fewer than 1,000 things in an event; a page of a query then has room for several. */
const thingsPerEvent = 500
/** Things that are read at a time. */
const thingsPerRead = 20 * thingsPerEvent

type Options = { heartbeat(): Promise<void>; signal: AbortSignal }

/**
 * Writes the events that the present state of a subject tells. One that is told again is the same by its id; one that is told no longer
 * is declared an error, as EPCIS corrects events: nothing is removed.
 */
export async function recordSubject({ db, config }: Services, subject: Subject, options: Options): Promise<void> {
  const { merchantId, type, id } = subject
  await db.tenant(merchantId, async (tx) => {
    // The last writer sees the last state.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`epcis:${id}`}, 0))`)
    const told: string[] = []
    for (const draft of await draftsOf[type](tx, merchantId, id, config.publicUrl)) {
      for (const sourceId of draft.sourceIds) {
        const ids = await writeEvents(tx, { subject, draft, sourceId, origin: config.publicUrl }, options)
        told.push(...ids)
      }
    }
    await tx.execute(sql`
      update epcis_event set error_at = clock_timestamp()
      where merchant_id = ${merchantId} and subject = ${id} and kind = any(${textArray(toldKinds[type])}) and error_at is null
        and event_id <> all(${textArray(told)})`)
  })
}

type Part = { subject: Subject; draft: Draft; sourceId: string; origin: string }

async function writeEvents(tx: Tx, part: Part, { heartbeat, signal }: Options): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const read = await thingsAfter(tx, {
      source: part.draft.source,
      sourceId: part.sourceId,
      after,
      count: thingsPerRead,
    })
    const rows = Array.from({ length: Math.ceil(read.length / thingsPerEvent) }, (_, n) =>
      rowOf(part, read.slice(n * thingsPerEvent, (n + 1) * thingsPerEvent)),
    )
    await insertEvents(tx, part.subject.merchantId, rows)
    ids.push(...rows.map((row) => row.event_id))
    if (read.length < thingsPerRead) return ids
    after = read.at(-1)!.address
    await heartbeat()
  }
}

function rowOf({ subject, draft, sourceId, origin }: Part, things: readonly ListedThing[]) {
  const { kind, type = 'ObjectEvent', at, action, fields, source } = draft
  const bizStep = draft.bizStep === undefined ? '' : vocabularyUri(draft.bizStep, 'bizStep')
  const told = { type, action, bizStep, eventTime: at, fields, origin }
  return {
    ...{ kind, subject: subject.id, source, source_id: sourceId, codes: things.length },
    ...{ first_address: things[0]!.address, last_address: things.at(-1)!.address },
    ...{ type, action, biz_step: bizStep, event_time: at.toISOString(), fields, origin },
    event_id: ownEventId(
      told,
      things.map((thing) => thingEpc(source, thing, origin)),
    ),
  }
}

const columns = `event_id text, kind text, subject uuid, source text, source_id uuid, first_address uuid, last_address uuid,
  codes int, type text, action text, biz_step text, event_time timestamptz, fields jsonb, origin text`
const names = sql.raw(columns.replace(/ (text|uuid|int|timestamptz|jsonb)\b/g, ''))

/** An event that was declared an error and is true after all is one again. Its times have milliseconds, as they are sent. */
async function insertEvents(tx: Tx, merchantId: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into epcis_event as known (merchant_id, record_time, ${names})
    select ${merchantId}, date_trunc('milliseconds', clock_timestamp()), ${names} from ${recordset(rows, columns)}
    on conflict (merchant_id, event_id) do update set error_at = null where known.error_at is not null`)
}
