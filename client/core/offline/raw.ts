/** What is on this device, read without regard to the version of its database: for when it cannot be opened. */
const ours = /^assay-[0-9a-f-]{36}-[0-9a-f-]{36}$/

export function rawOutbox(name: string, factory: IDBFactory = indexedDB): Promise<unknown[]> {
  return rawRows(name, 'outbox', factory)
}

export function rawBlobs(name: string, factory: IDBFactory = indexedDB): Promise<unknown[]> {
  return rawRows(name, 'blobs', factory)
}

/** How many operations wait on this device, whoever saved them; none where the browser does not name its databases. */
export async function unsentCount(factory: IDBFactory = indexedDB): Promise<number> {
  const known = (await factory.databases?.()) ?? []
  const names = known.flatMap(({ name }) => (name && ours.test(name) ? [name] : []))
  const outboxes = await Promise.all(names.map((name) => rawOutbox(name, factory)))
  return outboxes.reduce((sum, rows) => sum + rows.length, 0)
}

async function rawRows(name: string, store: string, factory: IDBFactory): Promise<unknown[]> {
  const db = await settled(factory.open(name))
  try {
    if (!db.objectStoreNames.contains(store)) return []
    return await settled(db.transaction(store).objectStore(store).getAll())
  } finally {
    db.close()
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
