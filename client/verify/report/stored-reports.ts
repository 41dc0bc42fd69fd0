/** A shopper's report. The key makes sending it twice the same as once. */
export type WrittenReport = { key: string; fields: Record<string, string>; photo: Blob | undefined }
type Answer = { status: number; page: string }

const action = '/verify/report'
/** Set in the local storage while a report waits, so that other pages need not open the database to know. */
const waitingMark = 'assay-reports'

/** Sends a report and returns the page of the server. Throws without a connection. */
export async function sendReport({ key, fields, photo }: WrittenReport): Promise<Answer> {
  const body = new FormData()
  // The code comes first: the server discards a photo of an unknown code.
  for (const [name, value] of Object.entries({ ...fields, key })) body.append(name, value)
  if (photo) body.append('photo', photo, photo.type === 'image/png' ? 'photo.png' : 'photo.jpg')
  // The language of a problem that the server finds before it has read the form.
  const headers: Record<string, string> = fields.lang ? { 'accept-language': fields.lang } : {}
  const response = await fetch(action, { method: 'POST', body, headers })
  return { status: response.status, page: await response.text() }
}

/** Stores a report on this device. Throws when there is no room. */
export async function storeReport(report: WrittenReport): Promise<void> {
  await inStore('readwrite', (store) => store.put(report))
  localStorage.setItem(waitingMark, '1')
}

/**
 * Sends what waits, oldest first. A report is deleted when the server has it or nobody can get it, and when the person has seen
 * why it was rejected. Without a connection, or while the server is busy, the rest waits for the next call.
 *
 * @param show shows the page of the server about a report, and returns whether it did
 */
export async function sendStoredReports(show?: (key: string, page: string) => boolean): Promise<void> {
  for (const report of await inStore<WrittenReport[]>('readonly', (store) => store.getAll())) {
    const sent = await sendReport(report).catch(() => undefined)
    if (!sent || sent.status === 429 || sent.status >= 500) return
    const isDone = sent.page.includes('data-report="done"')
    const isRejected = !isDone && sent.page.includes('class="report-form"')
    // Any other page is not about the report, such as the sign-in page of a Wi-Fi.
    if (!isDone && !isRejected) return
    const isShown = show?.(report.key, sent.page) ?? false
    if (isDone || isShown) await inStore('readwrite', (store) => store.delete(report.key))
    // Nobody is there to choose another photo, but the words still help the brand.
    else if (sent.status === 400 && report.photo)
      await inStore('readwrite', (store) => store.put({ ...report, photo: undefined }))
  }
  // In this order, because another page may store a report at any moment: first the report, then the mark.
  localStorage.removeItem(waitingMark)
  if ((await inStore<number>('readonly', (store) => store.count())) > 0) localStorage.setItem(waitingMark, '1')
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
