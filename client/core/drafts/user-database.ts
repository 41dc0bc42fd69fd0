import { Dexie } from 'dexie'
import { offline } from '#client/core/offline/read/queries.ts'

/**
 * An IndexedDB database of one user, next to their records database and named after it. Reopened when another user
 * signs in. Writes are durable.
 */
export function userDatabase<T extends Dexie>(suffix: string, stores: Readonly<Record<string, string>>): () => T {
  let open: T | undefined
  return () => {
    const name = `${offline.getState().engine?.db.name ?? 'assay'}.${suffix}`
    if (open?.name !== name) {
      open?.close()
      open = new Dexie(name, { chromeTransactionDurability: 'strict' }) as T
      open.version(1).stores(stores)
    }
    return open
  }
}
