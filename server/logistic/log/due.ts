import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { lockLogs } from '#server/logistic/service.ts'

/** A shipment whose readings are due. */
export type DueLog = {
  id: string
  merchantId: string
  /** Its tag at this time. */
  tag: string
  /** The tag whose readings are stored. */
  storedTag: string | null
  loggingEndedAt: Date | null
  /** Readings before this time belong to an earlier shipment with the same tag. */
  from: Date | null
  /** Number of stored readings, and the last of them. */
  stored: number
  last: Date | null
}

type Row = Record<keyof DueLog, string | null>
const dateOf = (text: string | null) => (text === null ? null : new Date(text))

/**
 * Makes the logs of shipments due at once. Called whenever a shipment has got another tag or the end of its log was changed. A shipment
 * without a tag has no log.
 */
export async function makeLogsDue(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    insert into logistic_log (merchant_id, logistic_id) select merchant_id, id from logistic
    where merchant_id = ${merchantId} and id = any(${uuidArray(ids)}) and manufacturer_id is not null order by id
    on conflict (logistic_id) do update set next_pull_at = now(), failures = 0`)
}

/** The ids of shipments that are due, the longest waiting first. */
export async function dueIds(tx: Tx, limit: number): Promise<{ id: string; tag: string }[]> {
  const { rows } = await tx.execute<{ id: string; tag: string }>(sql`
    select l.id, l.manufacturer_id as tag from logistic_log g
    join logistic l on l.merchant_id = g.merchant_id and l.id = g.logistic_id
    where g.next_pull_at <= now() and l.manufacturer_id is not null and l.removed_at is null
    order by g.next_pull_at limit ${limit}`)
  return rows
}

/** Locks the logs of these shipments until the commit, so that a change of a shipment makes its log due again afterwards. */
export async function lockDue(tx: Tx, ids: readonly string[]): Promise<DueLog[]> {
  await lockLogs(tx, ids)
  const { rows } = await tx.execute<Row>(sql`
    select l.id, l.merchant_id as "merchantId", l.manufacturer_id as tag, g.tag as "storedTag",
      l.logging_ended_at as "loggingEndedAt", earlier.ended as "from", log.stored, log.last
    from logistic_log g
    join logistic l on l.merchant_id = g.merchant_id and l.id = g.logistic_id
    cross join lateral (
      select max(o.logging_ended_at) as ended from logistic o
      where o.merchant_id = l.merchant_id and o.manufacturer_id = l.manufacturer_id and o.id <> l.id
        and o.removed_at is null and o.logging_ended_at <= coalesce(l.shipped_at, l.created_at)
    ) earlier
    cross join lateral (
      select count(*)::int as stored, max(at) as last from logistic_reading r where r.logistic_id = l.id
    ) log
    where g.logistic_id = any(${uuidArray(ids)}) and l.manufacturer_id is not null and l.removed_at is null`)
  return rows.map((row) => ({
    id: row.id!,
    merchantId: row.merchantId!,
    tag: row.tag!,
    storedTag: row.storedTag,
    loggingEndedAt: dateOf(row.loggingEndedAt),
    from: dateOf(row.from),
    last: dateOf(row.last),
    stored: Number(row.stored),
  }))
}

/** Whether a log that is not complete needs the readings of a tag, of any merchant: the tags are those of the installation. */
export async function isTagAwaited(db: Pick<Tx, 'execute'>, tag: string): Promise<boolean> {
  const { rows } = await db.execute<{ awaited: boolean }>(sql`
    select exists (
      select from logistic_log g join logistic l on l.merchant_id = g.merchant_id and l.id = g.logistic_id
      where g.next_pull_at is not null and l.manufacturer_id = ${tag} and l.removed_at is null) as awaited`)
  return rows[0]!.awaited
}
