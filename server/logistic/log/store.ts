import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import type { TagFailure } from '#server/core/tag-service/error.ts'
import type { TagData } from '#server/core/tag-service/responses.ts'
import { shipmentLogChanged } from '#shared/logistic/events.ts'
import { lockDue } from './due.ts'
import { isComplete, newReadings, nextPull, readingsOf } from './readings.ts'

/** The response of the service for a tag, and the time of the request. */
export type PulledTag = { data: TagData; pulledAt: Date }

/**
 * Stores the readings of shipments, each once, and the state of their logs. A shipment that got another tag loses the readings
 * of the earlier one.
 *
 * @param tags by the id of the tag
 */
export async function storeTagReadings(
  tx: Tx,
  ids: readonly string[],
  tags: ReadonlyMap<string, PulledTag>,
): Promise<void> {
  const due = (await lockDue(tx, ids)).flatMap((log) => {
    const pulled = tags.get(log.tag)
    return pulled ? [{ log, ...pulled }] : []
  })
  const otherTag = due.filter(({ log }) => log.storedTag !== null && log.storedTag !== log.tag).map(({ log }) => log.id)
  if (otherTag.length > 0) {
    await tx.execute(sql`delete from logistic_reading where logistic_id = any(${uuidArray(otherTag)})`)
  }
  const fresh = due.flatMap(({ log, data }) =>
    newReadings(log, readingsOf(log, data)).map(({ at, temp }) => ({
      merchant_id: log.merchantId,
      logistic_id: log.id,
      at,
      temp,
    })),
  )
  const inserted = new Set(fresh.length > 0 ? await insertReadings(tx, fresh) : [])
  await tx.execute(sql`
    update logistic_log set tag = listed.tag, started_at = listed.started_at, maxlimit = listed.maxlimit,
      pulled_at = listed.pulled_at, failure = null, failures = 0, next_pull_at = listed.next_pull_at
    from ${recordset(
      due.map(({ log, data, pulledAt }) => ({
        id: log.id,
        tag: log.tag,
        started_at: data.startedAt,
        maxlimit: data.maxlimit,
        pulled_at: pulledAt,
        next_pull_at: isComplete(log, data, pulledAt) ? null : nextPull(data, pulledAt),
      })),
      'id uuid, tag text, started_at timestamptz, maxlimit float8, pulled_at timestamptz, next_pull_at timestamptz',
    )} where logistic_log.logistic_id = listed.id`)
  // A person can give an end that is earlier than readings that are stored already.
  await tx.execute(sql`
    delete from logistic_reading r using logistic l
    where l.id = any(${uuidArray(due.flatMap(({ log }) => (log.loggingEndedAt ? [log.id] : [])))})
      and r.logistic_id = l.id and r.at > l.logging_ended_at`)
  const changed = due.filter(({ log }) => inserted.has(log.id))
  await emit(
    tx,
    shipmentLogChanged,
    changed.map(({ log: { id, merchantId } }) => ({ merchantId, subject: id, data: {} })),
  )
}

async function insertReadings(tx: Tx, rows: readonly object[]): Promise<string[]> {
  const { rows: inserted } = await tx.execute<{ id: string }>(sql`
    insert into logistic_reading (merchant_id, logistic_id, at, temp)
    select distinct on (logistic_id, at) merchant_id, logistic_id, at, temp
    from ${recordset(rows, 'merchant_id uuid, logistic_id uuid, at timestamptz, temp float8')}
    order by logistic_id, at on conflict do nothing returning logistic_id as id`)
  return inserted.map(({ id }) => id)
}

/** Notes that the readings of shipments could not be read. They are due again after a pause that grows up to an hour. */
export async function noteTagFailure(tx: Tx, ids: readonly string[], failures: readonly TagFailure[]): Promise<void> {
  await tx.execute(sql`
    update logistic_log set failure = listed.failure, failures = failures + 1,
      next_pull_at = now() + least(interval '1 minute' * 2 ^ least(failures, 10), interval '1 hour')
    from ${recordset(
      ids.map((id, i) => ({ id, failure: failures[i] })),
      'id uuid, failure text',
    )} where logistic_id = listed.id and next_pull_at is not null`)
}

/** Notes that the service failed for all shipments that are due. They stay due, so that they are read when it answers again. */
export async function noteServiceFailure(tx: Tx, failure: TagFailure): Promise<void> {
  await tx.execute(
    sql`update logistic_log set failure = ${failure} where next_pull_at <= now() and failure is distinct from ${failure}`,
  )
}
