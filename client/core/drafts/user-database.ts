import { Dexie } from 'dexie'
import { offline } from '#client/core/offline/read/queries.ts'

/**
 * A database of one user of this device beside that of their records, and named after it. Opened anew when somebody else works
 * here. What is stored is on the disk.
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
