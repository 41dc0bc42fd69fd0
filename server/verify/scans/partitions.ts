import { sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/core/db/database.ts'

/** Months after the current one whose partitions exist already. */
const MONTHS_AHEAD = 2

export type ScanPartition = {
  /** Of the table. */
  name: string
  /** First moment of its month (UTC), and of the next one. */
  from: Date
  to: Date
  /** With its indexes. */
  bytes: number
}

/**
 * Creates missing partitions of `scan`.
 *
 * @returns the number of rows in the default partition: scans of a month that has no partition, because the clock of
 *   the database was wrong, or because no worker ran for months
 */
export async function ensureScanPartitions(db: Pick<Database, 'owner' | 'read'>): Promise<{ unplaced: number }> {
  await db.owner((client) => client.query('select ensure_scan_partitions($1)', [MONTHS_AHEAD]))
  const { rows } = await db.read.execute<{ unplaced: number }>(sql`select count(*)::int as unplaced from scan_default`)
  return rows[0]!
}

/** Partitions of `scan` whose scans are all older than a moment, oldest first: those that retention may drop. */
export async function scanPartitionsOlderThan(tx: Tx, before: Date): Promise<ScanPartition[]> {
  const { rows } = await tx.execute<{ name: string; bytes: string }>(sql`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'scan'::regclass and c.relname ~ '^scan_y[0-9]{4}m[0-9]{2}$' order by c.relname`)
  return rows
    .map(({ name, bytes }) => {
      const [year, month] = [Number(name.slice(6, 10)), Number(name.slice(11))]
      const [from, to] = [new Date(Date.UTC(year, month - 1)), new Date(Date.UTC(year, month))]
      return { name, from, to, bytes: Number(bytes) }
    })
    .filter(({ to }) => to <= before)
}
