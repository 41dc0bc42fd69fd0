import { useLiveQuery } from 'dexie-react-hooks'
import { useText } from '#client/core/i18n.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import type { Fields } from '#shared/sync/rules.ts'
import { recordName } from './record-name.ts'

const entities = ['form', 'submission', 'logistic', 'activation_batch'] as const
type Entity = (typeof entities)[number]

/** What a record is, and what people call it; `fields` go before what the device has of it. */
export function useRecordTitle(
  engine: Offline,
  { entity, recordId }: { entity: string; recordId: string },
  fields: Fields = {},
): string {
  const t = useText('sync')
  const record = useLiveQuery(() => engine.db.records.get([entity, recordId]), [engine, entity, recordId])
  const kind = entities.includes(entity as Entity) ? t(entity as Entity) : entity
  return [kind, recordName({ ...record?.data, ...fields })].filter(Boolean).join(' ')
}
