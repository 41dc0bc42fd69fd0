import { createHash } from 'node:crypto'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import type { SyncCall, SyncEntity } from './entity.ts'
import { hashSyncFloors, syncFloorsQuery } from './retention/change-floor.ts'

/**
 * The identity of the history that cursors belong to. It changes when the database may have lost commits (another cluster, a
 * promoted standby, a restore), when the caller gains or loses access to an entity, and when the shape of its records
 * changes. Devices then pull everything again.
 *
 * A second part, after a dot, changes when tombstones are deleted (`sync_floor`). It is absent until then.
 * If only this part differs, a device with a cursor beyond the floors continues.
 */
export async function readSyncEpoch(tx: Tx, merchantId: string, readable: readonly SyncEntity[]): Promise<string> {
  const names = readable.map(({ name }) => name)
  const { rows } = await tx.execute<{ history: string; floors: string | null }>(sql`
    select concat_ws(' ', (select system_identifier from pg_control_system()),
      substring(pg_walfile_name(pg_current_wal_insert_lsn()) from 1 for 8),
      coalesce((select epoch from merchant_seq where merchant_id = ${merchantId}), 0)) as history,
      ${syncFloorsQuery(merchantId, names)} as floors`)
  const shapes = readable.map(({ name, recordV = 1 }) => (recordV > 1 ? `${name}${recordV}` : name))
  const { history, floors } = rows[0]!
  const digest = createHash('sha256')
    .update(`${history} ${shapes.join(' ')}`)
    .digest('hex')
    .slice(0, 32)
  return floors === null ? digest : `${digest}.${hashSyncFloors(floors)}`
}

/** The part of an epoch that a cursor must match in any case. */
export function historyPartOfEpoch(epoch: string): string {
  return epoch.split('.', 1)[0]!
}

/** The entities that the caller's role and the merchant's features allow them to read, ordered by name. */
export async function readableEntities(
  { actor, features }: Pick<SyncCall, 'actor' | 'features'>,
  entities: readonly SyncEntity[],
): Promise<SyncEntity[]> {
  const ofRole = entities.filter(({ reads }) => hasAccess(reads, actor.role))
  const enabled = ofRole.some(({ feature }) => feature) ? await features() : []
  return ofRole
    .filter(({ feature }) => !feature || enabled.includes(feature))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
