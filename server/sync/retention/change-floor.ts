import { createHash } from 'node:crypto'
import type { Tx } from '#server/core/db/database.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'

/**
 * Deletes tombstones (marks of deleted records) from before a time, and stores the position of the newest of them for each entity in
 * `sync_floor`. One statement, so that no pull sees the one without the other.
 *
 * @returns the number of deleted tombstones, at most `limit`
 */
export async function deleteOldTombstones(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await tx.execute<{ removed: number }>(sql`
    with old as (
      select merchant_id, entity, record_id from sync_change
      where deleted and at < ${before.toISOString()}::timestamptz
      order by at limit ${limit} for update skip locked),
    removed as (
      delete from sync_change c using old
      where c.merchant_id = old.merchant_id and c.entity = old.entity and c.record_id = old.record_id
      returning c.merchant_id, c.entity, c.seq, c.record_id),
    raised as (
      insert into sync_floor as known (merchant_id, entity, seq, record_id)
        select distinct on (merchant_id, entity) merchant_id, entity, seq, record_id from removed
        order by merchant_id, entity, seq desc, record_id desc
        on conflict (merchant_id, entity) do update set seq = excluded.seq, record_id = excluded.record_id
          where (known.seq, known.record_id) < (excluded.seq, excluded.record_id))
    select count(*)::int as removed from removed`)
  return rows[0]!.removed
}

/** The floors of these entities as one text, null where there are none. A subquery. */
export function syncFloorsQuery(merchantId: string, names: readonly string[]): SQL {
  return sql`(select string_agg(concat_ws(' ', entity, seq, record_id), ' ' order by entity) from sync_floor
    where merchant_id = ${merchantId} and entity = any(${textArray(names)}))`
}

/** Short enough for an epoch. Only compared for equality. */
export function hashSyncFloors(floors: string): string {
  return createHash('sha256').update(floors).digest('hex').slice(0, 16)
}

type Position = { seq: number; entity: string; id: string }

/** Whether a tombstone beyond this position was deleted. */
export async function isBelowFloor(
  tx: Tx,
  merchantId: string,
  names: readonly string[],
  { seq, entity, id }: Position,
): Promise<boolean> {
  const { rows } = await tx.execute<{ isBelow: boolean }>(sql`
    select exists (select from sync_floor where merchant_id = ${merchantId} and entity = any(${textArray(names)})
      and (seq, entity, record_id) > (${seq}, ${entity}, ${id}::uuid)) as "isBelow"`)
  return rows[0]!.isBelow
}
