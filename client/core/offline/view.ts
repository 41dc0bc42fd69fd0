import { type Fields, fold } from '#shared/sync/rules.ts'
import type { Key, OfflineDatabase, OutboxRow, RecordRow, ShadowRow } from './database.ts'

/** What an operation makes of a record on screen; undefined: it disappears. */
export function apply(
  fields: Fields | undefined,
  { kind, patch }: Pick<OutboxRow, 'kind' | 'patch'>,
): Fields | undefined {
  return kind === 'remove' ? undefined : fold(fields ?? {}, patch)
}

/** The operations that lie over the server's state of these records, in their order. */
export async function pendingOf(db: OfflineDatabase, keys: readonly Key[]): Promise<Map<string, OutboxRow[]>> {
  const rows = await db.outbox
    .where('[entity+recordId]')
    .anyOf(keys as Key[])
    .toArray()
  const over = rows.filter(({ replay }) => !replay).sort((a, b) => a.at - b.at)
  return Map.groupBy(over, ({ entity, recordId }) => keyText([entity, recordId]))
}

export function keyText([entity, id]: Key): string {
  return `${entity} ${id}`
}

/** Writes a record as it looks with `pending` over the server's state; without any, the server's state is the record. */
export async function rebase(
  db: OfflineDatabase,
  [entity, id]: Key,
  base: ShadowRow | undefined,
  pending: readonly OutboxRow[],
): Promise<void> {
  const data = pending.reduce<Fields | undefined>(apply, base?.data)
  if (pending.length > 0 && base) await db.shadow.put(base)
  else await db.shadow.delete([entity, id])
  const view: RecordRow = { entity, id, ver: base?.ver ?? 0, data: data ?? {}, gen: base?.gen ?? 0 }
  if (data) await db.records.put(view)
  else await db.records.delete([entity, id])
}

/** The server's state of a record as far as this device knows it. */
export async function baseOf(
  db: OfflineDatabase,
  key: Key,
  pending: readonly OutboxRow[],
): Promise<ShadowRow | undefined> {
  return pending.length > 0 ? db.shadow.get(key) : db.records.get(key)
}
