import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import type { SyncCall, SyncEntity } from './entity.ts'

/**
 * Names the history that cursors belong to. It changes when the database may have forgotten commits (another cluster, a
 * promoted standby, a restore), when the caller begins or ceases to see an entity, and when its records get another shape:
 * devices then start over.
 *
 * @param seen the entities that the caller reads
 */
export async function epochOf(tx: Tx, merchantId: string, seen: readonly SyncEntity[]): Promise<string> {
  const { rows } = await tx.execute<{ history: string }>(sql`
    select concat_ws(' ', (select system_identifier from pg_control_system()),
      substring(pg_walfile_name(pg_current_wal_insert_lsn()) from 1 for 8),
      coalesce((select epoch from merchant_seq where merchant_id = ${merchantId}), 0)) as history`)
  const shapes = seen.map(({ name, recordV = 1 }) => (recordV > 1 ? `${name}${recordV}` : name))
  return createHash('sha256')
    .update(`${rows[0]!.history} ${shapes.join(' ')}`)
    .digest('hex')
    .slice(0, 32)
}

/** The entities that a caller's role and the merchant's features let them read, by name. */
export async function readableEntities(
  { actor, features }: Pick<SyncCall, 'actor' | 'features'>,
  entities: readonly SyncEntity[],
): Promise<SyncEntity[]> {
  const ofRole = entities.filter(({ reads }) => hasAccess(reads, actor.role))
  const able = ofRole.some(({ feature }) => feature) ? await features() : []
  return ofRole.filter(({ feature }) => !feature || able.includes(feature)).sort((a, b) => (a.name < b.name ? -1 : 1))
}
