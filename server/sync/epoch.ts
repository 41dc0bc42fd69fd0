import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Actor } from '#server/core/actor.ts'
import type { Tx } from '#server/core/db.ts'
import { mayAccess } from '#shared/core/access.ts'
import type { SyncEntity } from './entity.ts'

/**
 * Names the history that cursors belong to. It changes when the database may have forgotten commits (another cluster, a
 * promoted standby, a restore), and when the caller's role begins or ceases to see an entity: devices then start over.
 */
export async function epochOf(
  tx: Tx,
  merchantId: string,
  actor: Actor,
  entities: readonly SyncEntity[],
): Promise<string> {
  const { rows } = await tx.execute<{ history: string }>(sql`
    select concat_ws(' ', (select system_identifier from pg_control_system()),
      substring(pg_walfile_name(pg_current_wal_insert_lsn()) from 1 for 8),
      coalesce((select epoch from merchant_seq where merchant_id = ${merchantId}), 0)) as history`)
  const seen = readable(actor, entities).join(' ')
  return createHash('sha256').update(`${rows[0]!.history} ${seen}`).digest('hex').slice(0, 32)
}

export function readable({ role }: Actor, entities: readonly SyncEntity[]): string[] {
  return entities
    .filter(({ reads }) => mayAccess(reads, role))
    .map(({ name }) => name)
    .sort()
}
