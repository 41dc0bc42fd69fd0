/** Reads the databases of this device whatever their version, for the case that they cannot be opened. */
const databaseNamePattern = /^assay-[0-9a-f-]{36}-[0-9a-f-]{36}$/

export function readRawOutbox(name: string, factory: IDBFactory = indexedDB): Promise<unknown[]> {
  return readRawRows(name, 'outbox', factory)
}

export function readRawBlobs(name: string, factory: IDBFactory = indexedDB): Promise<unknown[]> {
  return readRawRows(name, 'blobs', factory)
}

/** Counts the unsent operations of all users of this device. 0 when the browser cannot list its databases. */
export async function countUnsent(factory: IDBFactory = indexedDB): Promise<number> {
  const known = (await factory.databases?.()) ?? []
  const names = known.flatMap(({ name }) => (name && databaseNamePattern.test(name) ? [name] : []))
  const outboxes = await Promise.all(names.map((name) => readRawOutbox(name, factory)))
  return outboxes.reduce((sum, rows) => sum + rows.length, 0)
}

async function readRawRows(name: string, store: string, factory: IDBFactory): Promise<unknown[]> {
  const db = await requestResult(factory.open(name))
  try {
    if (!db.objectStoreNames.contains(store)) return []
    return await requestResult(db.transaction(store).objectStore(store).getAll())
  } finally {
    db.close()
  }
}

function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
