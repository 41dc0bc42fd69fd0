/** Reads the databases of this device whatever their version, for the case that they cannot be opened. */
const databaseNamePattern = /^assay-[0-9a-f-]{36}-[0-9a-f-]{36}$/

export function readRawOutbox(name: string, factory: IDBFactory = indexedDB): Promise<unknown[]> {
  return readRaw({ name, store: 'outbox', factory }, [], (store) => store.getAll())
}

export function readRawBlobs(name: string, factory: IDBFactory = indexedDB): Promise<unknown[]> {
  return readRaw({ name, store: 'blobs', factory }, [], (store) => store.getAll())
}

/** Counts the unsent operations in one database. */
export function countRawOutbox(name: string, factory: IDBFactory = indexedDB): Promise<number> {
  return readRaw({ name, store: 'outbox', factory }, 0, (store) => store.count())
}

/** The unsaved input of one user. */
export function readRawDrafts(
  name: string,
  factory: IDBFactory = indexedDB,
): Promise<{ name: string; value: unknown }[]> {
  return readRaw({ name: `${name}.drafts`, store: 'drafts', factory }, [], (store) => store.getAll())
}

/** Counts the unsent operations of all users of this device. 0 when the browser cannot list its databases. */
export async function countUnsent(factory: IDBFactory = indexedDB): Promise<number> {
  const known = (await factory.databases?.()) ?? []
  const names = known.flatMap(({ name }) => (name && databaseNamePattern.test(name) ? [name] : []))
  const counts = await Promise.all(names.map((name) => countRawOutbox(name, factory)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Returns the result of a request to a store, or `absent` if there is no such database or store. */
async function readRaw<T>(
  { name, store, factory }: { name: string; store: string; factory: IDBFactory },
  absent: T,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await openRaw(name, factory)
  if (!db) return absent
  try {
    if (!db.objectStoreNames.contains(store)) return absent
    return await requestResult(request(db.transaction(store).objectStore(store)))
  } finally {
    db.close()
  }
}

/** Opens a database in its own version. Undefined if it does not exist. */
export async function openRaw(name: string, factory: IDBFactory): Promise<IDBDatabase | undefined> {
  const request = factory.open(name)
  let isNew = false
  request.onupgradeneeded = () => {
    isNew = true
    request.transaction?.abort()
  }
  try {
    return await requestResult(request)
  } catch (error) {
    if (isNew) return undefined
    throw error
  }
}

/** Fails when another tab has the database open. The browser then deletes it as soon as that tab closes it. */
export function deleteDatabase(name: string, factory: IDBFactory): Promise<void> {
  const request = factory.deleteDatabase(name)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('The database is open in another tab'))
  })
}

export function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
