/** What is on this device, read without regard to the version of its database: for when it cannot be opened. */
const databaseNamePattern = /^assay-[0-9a-f-]{36}-[0-9a-f-]{36}$/

export function readRawOutbox(name: string, factory: IDBFactory = indexedDB): Promise<unknown[]> {
  return readRawRows(name, 'outbox', factory)
}

export function readRawBlobs(name: string, factory: IDBFactory = indexedDB): Promise<unknown[]> {
  return readRawRows(name, 'blobs', factory)
}

/** How many operations wait on this device, whoever saved them; none where the browser does not name its databases. */
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
