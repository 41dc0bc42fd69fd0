import { dropReceived } from '#client/core/files/received-file.ts'
import { deleteDatabase, openRaw, requestResult } from '#client/core/offline/database/raw-read.ts'
import type { Locks } from '#client/core/offline/sync/leader-lock.ts'
import { endRemoval, pendingRemovals } from './pending-removals.ts'

/**
 * Removes the records of the accounts that have left this device. Of unsent work, only the operations stay with what is
 * needed to send them. What cannot be removed now is removed at the next start.
 */
export async function removePendingData({
  factory = indexedDB,
  locks = globalThis.navigator?.locks,
}: {
  factory?: IDBFactory
  locks?: Locks | undefined
} = {}): Promise<void> {
  if (pendingRemovals().length === 0) return
  const remove = async () => {
    // The file may contain the codes of an account, and does not say of which.
    await dropReceived()
    for (const name of pendingRemovals()) {
      await removeDataOf(name, factory).then(
        () => endRemoval(name),
        () => undefined,
      )
    }
  }
  await (locks ? locks.request('assay-removal', remove) : remove())
}

/** Clears the stores before it deletes the database: another tab that has it open delays only the deletion. */
async function removeDataOf(name: string, factory: IDBFactory): Promise<void> {
  removeStoredTexts(`assay.draft.${name}.`)
  for (const suffix of ['drafts', 'chosen']) await deleteDatabase(`${name}.${suffix}`, factory)
  if (await removeRecords(name, factory)) return
  for (const kind of ['unsent', 'lost', 'rescued']) localStorage.removeItem(`assay.${kind}.${name}`)
  // The owner may have signed in again meanwhile.
  if (pendingRemovals().includes(name)) await deleteDatabase(name, factory)
}

function removeStoredTexts(prefix: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}

type Operation = { entity: string; recordId: string; kind: string; blobs: string[] }

/** What the sync needs to send the operations; everything else is read from the server again. */
const keptMeta = new Set<IDBValidKey>(['device', 'maybeSent', 'server'])
/** The values of a conflict that the server has not kept, until their author has chosen. */
const keptStores = new Set(['outbox', 'conflicts', 'blobs', 'meta'])

/** Returns whether unsent work stays. */
async function removeRecords(name: string, factory: IDBFactory): Promise<boolean> {
  const db = await openRaw(name, factory)
  if (!db) return false
  try {
    const stores = [...db.objectStoreNames]
    if (!stores.includes('outbox')) return false
    const tx = db.transaction(stores, 'readwrite', { durability: 'strict' })
    const store = (name: string) => tx.objectStore(name)
    const operations = (await requestResult(store('outbox').getAll())) as Operation[]
    const conflicts = await requestResult(store('conflicts').count())
    const isKept = operations.length + conflicts > 0
    const created = isKept ? await createdRecords(store('records'), operations) : []
    for (const one of stores) if (!isKept || !keptStores.has(one)) store(one).clear()
    for (const record of created) store('records').put(record)
    const files = new Set<IDBValidKey>(operations.flatMap(({ blobs }) => blobs))
    if (isKept) {
      await deleteOthers(store('blobs'), files)
      await deleteOthers(store('meta'), keptMeta)
    }
    await new Promise((resolve, reject) => {
      tx.oncomplete = resolve
      tx.onerror = tx.onabort = () => reject(tx.error)
    })
    return isKept
  } finally {
    db.close()
  }
}

/** Records that exist only in the operations that create them. Their screens are needed to correct a rejected operation. */
async function createdRecords(records: IDBObjectStore, operations: readonly Operation[]): Promise<unknown[]> {
  const keys = operations
    .filter(({ kind }) => kind === 'create')
    .map(({ entity, recordId }): [string, string] => [entity, recordId])
  const found = await Promise.all(keys.map((key) => requestResult<unknown>(records.get(key))))
  return found.filter((record) => record !== undefined)
}

async function deleteOthers(store: IDBObjectStore, kept: ReadonlySet<IDBValidKey>): Promise<void> {
  for (const key of await requestResult(store.getAllKeys())) if (!kept.has(key)) store.delete(key)
}
