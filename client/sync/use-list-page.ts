import type { Collection } from 'dexie'
import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { useLiveQuery } from '#client/core/offline/read/live-query.ts'
import { lastPageOf, type Paging, useLocalPaging } from '#client/ui/table/paging.ts'

/** All rows of a list, in its order. Keeps its identity between renders. */
export type ListRows<T> = (db: OfflineDatabase) => Pick<Collection<T, unknown, unknown>, 'count' | 'offset'>

export type DeviceListPage<T> = { rows: readonly T[]; total: number; paging: Paging }

/**
 * A page of a list of this device; undefined until it is read. Reads only the rows of the page, because thousands can
 * wait. When the page no longer exists, the last one is returned.
 */
export function useListPage<T>(db: OfflineDatabase, all: ListRows<T>): DeviceListPage<T> | undefined {
  const paging = useLocalPaging()
  const { page: wanted, limit } = paging.query
  const query = {
    key: undefined,
    read: (db: OfflineDatabase) =>
      db.transaction('r', db.tables, async () => {
        const total = await all(db).count()
        const page = Math.min(wanted, lastPageOf(total, limit))
        const rows = await all(db)
          .offset((page - 1) * limit)
          .limit(limit)
          .toArray()
        return { rows, total, page }
      }),
  }
  const read = useLiveQuery(db, query, all, wanted, limit)
  if (!read) return undefined
  const { rows, total, page } = read
  return { rows, total, paging: { ...paging, query: { ...paging.query, page } } }
}
