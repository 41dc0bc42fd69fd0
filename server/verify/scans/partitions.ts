import type { Database, Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'

/** Months after the current one whose partitions exist already. */
const monthsAhead = 2

export type ScanPartition = {
  /** The name of the table. */
  name: string
  /** First moment of its month (UTC), and of the next one. */
  from: Date
  to: Date
  /** The database's estimate. */
  rows: number
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
  await db.owner((client) => client.query('select ensure_scan_partitions($1)', [monthsAhead]))
  const { rows } = await db.read.execute<{ unplaced: number }>(sql`select count(*)::int as unplaced from scan_default`)
  return rows[0]!
}

/** Partitions of `scan` whose scans are all older than a moment, oldest first: those that retention may drop. */
export function scanPartitionsOlderThan(tx: Tx, before: Date): Promise<ScanPartition[]> {
  return partitionsOlderThan(tx, before, sql`inhparent = 'scan'::regclass`)
}

/** The same for partitions that were detached from `scan` and not dropped. */
export function detachedScanPartitions(tx: Tx, before: Date): Promise<ScanPartition[]> {
  return partitionsOlderThan(tx, before, sql`inhparent is null`)
}

async function partitionsOlderThan(tx: Tx, before: Date, condition: SQL): Promise<ScanPartition[]> {
  const { rows } = await tx.execute<{ name: string; rows: number; bytes: string }>(sql`
    select c.relname as name, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid) as bytes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname ~ '^scan_y[0-9]{4}m[0-9]{2}$'
      and ${condition}
    order by c.relname`)
  return rows
    .map(({ name, bytes, ...estimate }) => {
      const [year, month] = [Number(name.slice(6, 10)), Number(name.slice(11))]
      const [from, to] = [new Date(Date.UTC(year, month - 1)), new Date(Date.UTC(year, month))]
      return { name, from, to, ...estimate, bytes: Number(bytes) }
    })
    .filter(({ to }) => to <= before)
}
