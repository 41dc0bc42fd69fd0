/** A shopper's report. The key makes sending it twice the same as once. */
export type WrittenReport = { key: string; fields: Record<string, string>; photo: Blob | undefined }

const action = '/verify/report'
/** Set in the local storage while a report waits, so that other pages need not open the database to know. */
const waitingMark = 'assay-reports'

/** Sends a report and returns the page of the server. Throws without a connection. */
export async function sendReport({ key, fields, photo }: WrittenReport): Promise<{ status: number; page: string }> {
  const body = new FormData()
  // The code comes first: the server discards a photo of an unknown code.
  for (const [name, value] of Object.entries({ ...fields, key })) body.append(name, value)
  if (photo) body.append('photo', photo, photo.type === 'image/png' ? 'photo.png' : 'photo.jpg')
  const response = await fetch(action, { method: 'POST', body })
  return { status: response.status, page: await response.text() }
}

/** Stores a report on this device. Throws when there is no room. */
export async function storeReport(report: WrittenReport): Promise<void> {
  await inStore('readwrite', (store) => store.put(report))
  localStorage.setItem(waitingMark, '1')
}

/**
 * Sends what waits, oldest first, and passes each page on. A report that the server rejects is deleted; without
 * a connection, or while the server is busy, the rest waits for the next page or the next connection.
 */
export async function sendStoredReports(onSent?: (page: string) => void): Promise<void> {
  const waiting = await inStore<WrittenReport[]>('readonly', (store) => store.getAll())
  for (const report of waiting) {
    const sent = await sendReport(report).catch(() => undefined)
    if (!sent || sent.status === 429 || sent.status >= 500) return
    await inStore('readwrite', (store) => store.delete(report.key))
    onSent?.(sent.page)
  }
  localStorage.removeItem(waitingMark)
}

function inStore<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('assay-reports', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('reports', { keyPath: 'key' })
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction('reports', mode)
      const request = run(transaction.objectStore('reports'))
      transaction.oncomplete = () => {
        database.close()
        resolve(request.result as T)
      }
      transaction.onabort = () => reject(transaction.error)
    }
  })
}
