import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'

/** The digits of an operation id that name its row in `sync_op_compact`. */
const bucketDigits = sql.raw('5')

/** The compacted ledger entry of one operation as a table with at most one row: op_id, record_id, ver, status. */
export function compactEntry(merchantId: string, userId: SQL, opId: SQL): SQL {
  return sql`(
    select op_ids[place] as op_id, record_ids[place] as record_id, versions[place] as ver,
      case when applied[place] then 'applied' else 'merged' end as status
    from sync_op_compact kept cross join lateral array_position(kept.op_ids, ${opId}) as place
    where kept.merchant_id = ${merchantId} and kept.user_id = ${userId}::uuid
      and kept.bucket = left(${opId}::text, ${bucketDigits}) and place is not null)`
}

/**
 * Moves ledger entries from before a time to their compact form. Moved are entries of operations that took effect and that
 * nothing needs beyond their id, record and version. These stay as they are:
 *
 * - rejected operations: their user may correct them, and the rejection must be repeated
 * - operations with a conflict: a device that did not receive the result must still show both values to its user
 * - operations that supersede another one, or are superseded: their ids and hashes decide about further corrections
 *
 * @returns the number of moved entries, at most `limit`
 */
export async function compactOldEntries(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await tx.execute<{ moved: number }>(sql`
    with old as (
      select merchant_id, op_id from sync_op o
      where created_at < ${before.toISOString()}::timestamptz
        and status <> 'rejected' and details is null and supersedes is null
        and not exists (select from sync_op later where later.merchant_id = o.merchant_id and later.supersedes = o.op_id)
      order by created_at limit ${limit}),
    moved as (
      delete from sync_op o using old where o.merchant_id = old.merchant_id and o.op_id = old.op_id
      returning o.merchant_id, o.user_id, o.device_id, o.n, o.op_id, o.record_id, o.ver, o.status),
    counted as (
      insert into sync_op_count as known (merchant_id, device_id, n)
        select merchant_id, device_id, count(distinct n) from moved group by merchant_id, device_id
        order by merchant_id, device_id
        on conflict (merchant_id, device_id) do update set n = known.n + excluded.n),
    compacted as (
      insert into sync_op_compact as known (merchant_id, user_id, bucket, op_ids, record_ids, versions, applied)
        select merchant_id, user_id, left(op_id::text, ${bucketDigits}) as bucket, array_agg(op_id order by op_id),
          array_agg(record_id order by op_id), array_agg(ver order by op_id), array_agg(status = 'applied' order by op_id)
        from moved group by merchant_id, user_id, bucket order by merchant_id, user_id, bucket
        on conflict (merchant_id, user_id, bucket) do update set op_ids = known.op_ids || excluded.op_ids,
          record_ids = known.record_ids || excluded.record_ids, versions = known.versions || excluded.versions,
          applied = known.applied || excluded.applied)
    select count(*)::int as moved from moved`)
  return rows[0]!.moved
}

/**
 * Deletes devices that were last seen before a time, if all their operations arrived or were discarded and none waits for
 * its user. A device that returns is stored again with its next push.
 *
 * @returns the number of deleted devices, at most `limit`
 */
export async function deleteUnseenDevices(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with unseen as (
      select merchant_id, device_id from sync_device d
      where last_seen < ${before.toISOString()}::timestamptz
        and max_n <= discarded
          + (select count(distinct n) from sync_op o
            where o.merchant_id = d.merchant_id and o.device_id = d.device_id and o.n <= d.max_n)
          + coalesce((select n from sync_op_count c where c.merchant_id = d.merchant_id and c.device_id = d.device_id), 0)
        and not exists (select from sync_op o
          where o.merchant_id = d.merchant_id and o.device_id = d.device_id and o.status = 'rejected'
            and not exists (select from sync_op later where later.merchant_id = o.merchant_id and later.supersedes = o.op_id))
      limit ${limit})
    delete from sync_device d using unseen
    where d.merchant_id = unseen.merchant_id and d.device_id = unseen.device_id
      and d.last_seen < ${before.toISOString()}::timestamptz`)
  return rowCount ?? 0
}
