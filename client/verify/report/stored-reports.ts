import { outcomeAttribute, type ReportOutcome, reportOutcomes } from '#shared/verdict/report-outcome.ts'

/**
 * A shopper's report. The key makes sending it twice the same as once. `rejectedAt`: when the server first rejected it while it
 * waited on this device.
 */
export type WrittenReport = {
  key: string
  fields: Record<string, string>
  photo: Blob | undefined
  rejectedAt?: number
}
/**
 * `outcome`: undefined if the response is not about the report. `page`: the content of a page of the server. `retryAfter`: in
 * milliseconds; 0 if the server does not say it.
 */
type Answer = {
  status: number
  outcome: ReportOutcome | undefined
  page: HTMLElement | null
  retryAfter: number
}

const action = '/verify/report'
/**
 * Set in the local storage while a report waits, so that other pages need not open the database to know. Its value is the time
 * before which nothing is sent.
 */
const waitingMark = 'assay-reports'
const sendNow = '1'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** For how long a rejected report is sent again: a code accepts a number of reports a day. */
const rejectedDays = 7
/** The fields of the form that a person fills in. */
const typedFields = ['shop', 'place', 'note']

/** Sends a report and returns the page of the server. Throws without a connection. */
export async function sendReport({ key, fields, photo }: WrittenReport): Promise<Answer> {
  const body = new FormData()
  // The code comes first: the server discards a photo of an unknown code.
  for (const [name, value] of Object.entries({ ...fields, key })) body.append(name, value)
  if (photo) body.append('photo', photo, photo.type === 'image/png' ? 'photo.png' : 'photo.jpg')
  // The language of a problem that the server finds before it has read the form.
  const headers: Record<string, string> = fields.lang ? { 'accept-language': fields.lang } : {}
  const response = await fetch(action, { method: 'POST', body, headers })
  const retryAfter = Math.min(Number(response.headers.get('retry-after')) * 1000 || 0, hourMs)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('root')
  return { status: response.status, outcome: page ? outcomeOf(page) : undefined, page, retryAfter }
}

function outcomeOf(page: HTMLElement): ReportOutcome | undefined {
  const stated = page.querySelector(`[${outcomeAttribute}]`)?.getAttribute(outcomeAttribute)
  return reportOutcomes.find((outcome) => outcome === stated)
}

/** Stores a report on this device. Throws when there is no room. */
export async function storeReport(report: WrittenReport): Promise<void> {
  await inStore('readwrite', (store) => store.put(report))
  localStorage.setItem(waitingMark, sendNow)
}

/**
 * Sends what waits. A report is deleted when the server has it or nobody can get it, when the person has seen why it was rejected,
 * and when it was rejected for a week. Without a connection, the rest waits for the next call, and while the server is busy, for
 * the time that it asks for. A report above the number that a code accepts in a day waits for a day, other rejected ones an hour.
 *
 * @param show shows the page of the server about a report, and returns whether it did
 */
export async function sendStoredReports(show?: (key: string, page: HTMLElement | null) => boolean): Promise<void> {
  const waitsMs = Number(localStorage.getItem(waitingMark)) - Date.now()
  // A longer time was written before the clock of the device was corrected.
  if (waitsMs > 0 && waitsMs <= dayMs) return
  const rejected = new Map<IDBValidKey, number>()
  for (const report of await inStore<WrittenReport[]>('readonly', (store) => store.getAll())) {
    const sent = await sendReport(report).catch(() => undefined)
    if (!sent) return
    if (sent.status === 429 || sent.status >= 500) return waitFor(sent.retryAfter)
    if (!sent.outcome) return
    const isShown = show?.(report.key, sent.page) ?? false
    const isTooMany = sent.outcome === 'tooMany'
    const kept = sent.outcome === 'done' || isShown ? undefined : afterRejection(report, isTooMany)
    await inStore('readwrite', (store) => (kept ? store.put(kept) : store.delete(report.key)))
    if (kept) rejected.set(report.key, isTooMany ? dayMs : hourMs)
  }
  // In this order, because another page may store a report at any moment: first the report, then the mark.
  localStorage.removeItem(waitingMark)
  const left = await inStore<IDBValidKey[]>('readonly', (store) => store.getAllKeys())
  if (left.length === 0 || localStorage.getItem(waitingMark)) return
  waitFor(Math.min(...left.map((key) => rejected.get(key) ?? 0)))
}

const waitFor = (ms: number): void => localStorage.setItem(waitingMark, ms > 0 ? String(Date.now() + ms) : sendNow)

/**
 * What is sent again of a rejected report. Nobody is there to choose another photo, and each attempt would upload it, but the words
 * still help the brand. Undefined if there are none, or after a week.
 *
 * @param keepsPhoto the reason has nothing to do with the photo
 */
function afterRejection(report: WrittenReport, keepsPhoto: boolean): WrittenReport | undefined {
  const { key, fields, rejectedAt = Date.now() } = report
  const photo = keepsPhoto ? report.photo : undefined
  const isOver = Date.now() - rejectedAt > rejectedDays * dayMs
  const isEmpty = !photo && typedFields.every((name) => !fields[name]?.trim())
  return isOver || isEmpty ? undefined : { key, fields, photo, rejectedAt }
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
