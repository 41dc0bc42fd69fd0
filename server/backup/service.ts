import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'

export type LastBackup = {
  /** The time of the snapshot of the last complete backup that the place still has; null if there is none. */
  at: Date | null
  /** When a restored copy of it was compared with it. */
  checkedAt: Date | null
  bytes: number | null
  /** Why the newest backup failed or could not be checked; null after a good one. */
  problem: string | null
}

/** The last backup, as the metrics and the check of the installation report it. */
export async function lastBackup(tx: Pick<Tx, 'execute'>): Promise<LastBackup> {
  const { rows } = await tx.execute<{
    at: string | null
    checked_at: string | null
    bytes: string | null
    problem: string | null
  }>(sql`
    select good.at, good.checked_at, good.bytes,
      (select reason from backup_run where state in ('done', 'failed') order by started_at desc limit 1) as problem
    from (select true) one
    left join lateral (
      select manifest ->> 'snapshotAt' as at, checked_at, bytes from backup_run
      where state = 'done' and is_kept order by started_at desc limit 1) good on true`)
  const { at, checked_at, bytes, problem } = rows[0]!
  const time = (value: string | null) => (value === null ? null : new Date(value))
  return { at: time(at), checkedAt: time(checked_at), bytes: bytes === null ? null : Number(bytes), problem }
}
