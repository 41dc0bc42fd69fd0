import { useText } from '#client/core/i18n/i18n.ts'
import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { useLiveQuery } from '#client/core/offline/read/live-query.ts'
import type { Fields } from '#shared/sync/rules.ts'
import { recordName } from './record-name.ts'

const entities = ['form', 'submission', 'logistic', 'activation_batch', 'sensor_entry', 'pack', 'binding'] as const
type Entity = (typeof entities)[number]

/** The kind and the display name of a record; `fields` override the stored data. */
export function useRecordTitle(
  engine: OfflineEngine,
  { entity, recordId }: { entity: string; recordId: string },
  fields: Fields = {},
): string {
  const named = useEntityName()
  const query = { key: undefined, read: (db: OfflineDatabase) => db.records.get([entity, recordId]) }
  const record = useLiveQuery(engine.db, query, entity, recordId)
  return [named(entity), recordName({ ...record?.data, ...fields })].filter(Boolean).join(' ')
}

/** The display name of an entity. */
export function useEntityName(): (entity: string) => string {
  const t = useText('sync')
  return (entity) => (entities.includes(entity as Entity) ? t(entity as Entity) : entity)
}
