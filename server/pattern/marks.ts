import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { patternCase } from './table.ts'

type CaseRow = typeof patternCase.$inferSelect

/** The codes that a case is about. */
const codesOf = ({ merchantId, orderId, firstSerial, lastSerial, serials }: CaseRow): SQL => sql`
  select address, merchant_id from code where merchant_id = ${merchantId} and order_id = ${orderId}
    and serial_no between ${firstSerial}::int and ${lastSerial}::int
    and (${serials === null} or serial_no = any (${`{${serials ?? ''}}`}::int[]))`

/**
 * Marks the codes of a case as copied. All marks have the same time, which the case stores, so that they can be told from those that
 * were set before. A repeated call marks what is not marked yet.
 *
 * @returns the number of codes that were marked
 */
export async function markCodes(tx: Tx, row: CaseRow): Promise<number> {
  const { rows } = await tx.execute<{ marked: number }>(sql`
    with timed as (
      update pattern_case set marked_at = coalesce(marked_at, date_trunc('milliseconds', clock_timestamp()))
      where id = ${row.id} returning marked_at
    ), marked as (
      insert into code_mark as known (address, merchant_id, copied_at)
      select address, merchant_id, (select marked_at from timed) from (${codesOf(row)}) codes order by address
      on conflict (address) do update set copied_at = excluded.copied_at where known.copied_at is null
      returning 1
    )
    select count(*)::int as marked from marked`)
  return rows[0]!.marked
}

/** Removes the marks that the case has set, and no others. */
export async function unmarkCodes(tx: Tx, row: CaseRow): Promise<number> {
  const { rows } = await tx.execute<{ removed: number }>(sql`
    with locked as materialized (
      select known.address from code_mark known join (${codesOf(row)}) codes on codes.address = known.address
      where known.copied_at = (select marked_at from pattern_case where id = ${row.id})
      order by known.address for update of known
    ), removed as (
      update code_mark set copied_at = null from locked where code_mark.address = locked.address returning 1
    ), cleared as (
      update pattern_case set marked_at = null where id = ${row.id}
    )
    select count(*)::int as removed from removed`)
  return rows[0]!.removed
}
