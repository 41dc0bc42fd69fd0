import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReportOutcome } from '#shared/verdict/report-outcome.ts'
import type { WrittenReport } from './stored-reports.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 26)
const page = (inside: string) => `<!doctype html><html><body><div id="root">${inside}</div></body></html>`
const formPage = (alert = '', outcome: ReportOutcome = 'rejected') =>
  page(`<main${alert && ` data-report="${outcome}"`}><h1>Report a problem</h1>${alert && `<section role="alert"><p>${alert}</p></section>`}
    <form class="report-form" data-sending="Sending" data-unsent="No room"><input name="a" value="CODE">
    <input name="lang" value="ru"><input name="shop"><button type="submit">Send</button></form></main>
    <template id="kept"><main><h1>Saved on this phone</h1></main></template>`)
const thanks = page('<main data-report="done"><h1>Thank you</h1></main>')
const reason = page('<main><h1>Report a problem</h1><section role="alert"><p>Wait a minute</p></section></main>')

const fetched = vi.fn<(url: string, init: { body: FormData }) => Promise<Response>>()
const answer = (status: number, text: string) => fetched.mockImplementation(async () => new Response(text, { status }))
const noConnection = () => fetched.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
const listeners: [string, EventListener][] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  vi.setSystemTime(start)
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', fetched)
  // The clone of a Blob of the test environment is no Blob.
  const clone = structuredClone
  const isReport = (value: unknown): value is WrittenReport => typeof value === 'object' && 'photo' in value!
  vi.stubGlobal('structuredClone', (value: unknown) => (isReport(value) ? { ...value } : clone(value)))
  const listen = window.addEventListener.bind(window)
  vi.stubGlobal('addEventListener', (name: string, listener: EventListener) => {
    listeners.push([name, listener])
    listen(name, listener)
  })
  localStorage.clear()
  noConnection()
})
afterEach(() => {
  leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

/** Ends the script of the page. */
function leave() {
  for (const [name, listener] of listeners.splice(0)) window.removeEventListener(name, listener)
  vi.clearAllTimers()
}

const heading = () => document.querySelector('h1')!.textContent
const alert = () => document.querySelector('[role=alert]')?.textContent
const shop = () => document.querySelector<HTMLInputElement>('input[name=shop]')!

/** Opens the form with a script of its own, as a browser does. */
async function openForm(typed = '') {
  leave()
  vi.resetModules()
  document.body.innerHTML = new DOMParser().parseFromString(formPage(), 'text/html').body.innerHTML
  await import('./report.ts')
  shop().value = typed
}
const press = () => document.querySelector('button')!.click()
async function stored(): Promise<WrittenReport[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('assay-reports', 1)
    opening.onsuccess = () => {
      const request = opening.result.transaction('reports').objectStore('reports').getAll()
      request.onsuccess = () => resolve(request.result)
    }
  })
}
async function storeWithoutConnection(words: string) {
  await openForm(words)
  press()
  await expect.poll(heading).toBe('Saved on this phone')
}

test('sends a report that waits when a minute has passed, and then shows the page of the server [VD08]', async () => {
  await storeWithoutConnection('Night market')
  answer(503, 'busy')
  await vi.advanceTimersByTimeAsync(minute)
  expect(heading()).toBe('Saved on this phone')
  answer(200, thanks)
  await vi.advanceTimersByTimeAsync(minute)
  await expect.poll(heading).toBe('Thank you')
  expect(fetched.mock.calls.at(-1)![1].body.get('shop')).toBe('Night market')
  await expect.poll(() => localStorage.getItem('assay-reports')).toBeNull()
})

test('leaves the form as it is typed when an earlier report is sent [VD08]', async () => {
  await storeWithoutConnection('Night market')
  await openForm('Harbour')
  answer(200, thanks)
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => localStorage.getItem('assay-reports')).toBeNull()
  expect([shop().value, await stored()]).toEqual(['Harbour', []])
})

test.each([429, 503])('keeps the form and shows the reason when the server responds with %i [VD08]', async (status) => {
  await openForm('Harbour')
  answer(status, reason)
  press()
  await expect.poll(alert).toBe('Wait a minute')
  expect(shop().value).toBe('Harbour')
  expect(document.querySelector('button')!.disabled).toBe(false)
  // The language of the form, for a problem that the server finds before it reads the form.
  expect(fetched.mock.calls.at(-1)![1]).toMatchObject({ headers: { 'accept-language': 'ru' } })
  press()
  await expect.poll(() => document.querySelectorAll('[role=alert]').length).toBe(1)
})

test('shows the form of the server with its reason when too many photos wait there [VD08]', async () => {
  await openForm('Harbour')
  answer(503, formPage('Choose your photo again'))
  press()
  await expect.poll(alert).toBe('Choose your photo again')
  expect(await stored()).toEqual([])
})

test('says that the report is not kept when the device has no room for it [VD08]', async () => {
  await openForm('Harbour')
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  press()
  await expect.poll(alert).toBe('No room')
  expect(shop().value).toBe('Harbour')
})

/** Calls the script as a page of a code does, in another page load. */
async function sendFromAnotherPage() {
  await (await import('./stored-reports.ts')).sendStoredReports()
}
async function storeWithPhoto(words: string) {
  const { storeReport } = await import('./stored-reports.ts')
  await storeReport({ key: 'one', fields: { a: 'CODE', shop: words }, photo: new Blob(['photo']) })
}
const hour = 60 * minute

test.each([400, 409])(
  'sends a report again without its photo and an hour later when it is rejected with %i [VD08]',
  async (status) => {
    await storeWithPhoto('Night market')
    answer(status, formPage('No room for photos'))
    await sendFromAnotherPage()
    await sendFromAnotherPage()
    expect(fetched).toHaveBeenCalledTimes(1)
    vi.setSystemTime(start + hour + 1)
    await sendFromAnotherPage()
    expect(fetched).toHaveBeenCalledTimes(2)
    expect([...fetched.mock.calls[1]![1].body.keys()]).toEqual(['a', 'shop', 'key'])
    expect(await stored()).toMatchObject([{ key: 'one', photo: undefined }])
    answer(200, thanks)
    vi.setSystemTime(start + 3 * hour)
    await sendFromAnotherPage()
    expect([await stored(), localStorage.getItem('assay-reports')]).toEqual([[], null])
  },
)

test('sends a report again with its photo a day later when the code has reached its daily limit [VD08]', async () => {
  await storeWithPhoto(' ')
  answer(409, formPage('Too many reports today', 'tooMany'))
  await sendFromAnotherPage()
  vi.setSystemTime(start + 23 * hour)
  await sendFromAnotherPage()
  expect(fetched).toHaveBeenCalledTimes(1)
  answer(200, thanks)
  vi.setSystemTime(start + 24 * hour + 1)
  await sendFromAnotherPage()
  expect([...fetched.mock.calls[1]![1].body.keys()]).toEqual(['a', 'shop', 'key', 'photo'])
  expect([await stored(), localStorage.getItem('assay-reports')]).toEqual([[], null])
})

test('sends a report when the time to wait was written by a clock that was ahead [VD08]', async () => {
  await storeWithPhoto('Night market')
  localStorage.setItem('assay-reports', String(start + 300 * 24 * hour))
  answer(200, thanks)
  await sendFromAnotherPage()
  expect(await stored()).toEqual([])
})

test('deletes a rejected report when nothing but its photo was in it [VD08]', async () => {
  await storeWithPhoto(' ')
  answer(409, formPage('No room for photos'))
  await sendFromAnotherPage()
  expect([await stored(), localStorage.getItem('assay-reports')]).toEqual([[], null])
})

test('deletes a report when it is rejected for more than a week [VD08]', async () => {
  await storeWithPhoto('Night market')
  answer(409, formPage('Too many reports today'))
  await sendFromAnotherPage()
  vi.setSystemTime(start + 7 * 24 * hour + 1)
  await sendFromAnotherPage()
  expect(await stored()).toEqual([])
})

test('sends nothing before the time that a busy server asks for [VD08]', async () => {
  await storeWithPhoto('Night market')
  fetched.mockImplementation(async () => new Response('busy', { status: 503, headers: { 'retry-after': '600' } }))
  await sendFromAnotherPage()
  vi.setSystemTime(start + 9 * minute)
  await sendFromAnotherPage()
  expect(fetched).toHaveBeenCalledTimes(1)
  vi.setSystemTime(start + 10 * minute)
  await sendFromAnotherPage()
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(await stored()).toHaveLength(1)
})

test.each([
  [400, '{"error":"core.invalid"}'],
  [200, '<h1>Sign in to this Wi-Fi</h1>'],
])(
  'keeps a waiting report when the response is %i with another page than the accepting one [VD08]',
  async (status, text) => {
    await storeWithoutConnection('Night market')
    answer(status, text)
    const calls = () => fetched.mock.calls.length
    const before = calls()
    await openForm()
    await expect.poll(calls).toBe(before + 1)
    // The second call begins after everything of the first one has ended.
    await expect
      .poll(() => {
        window.dispatchEvent(new Event('online'))
        return calls()
      })
      .toBeGreaterThan(before + 1)
    expect(await stored()).toMatchObject([{ fields: { shop: 'Night market' } }])
    expect(localStorage.getItem('assay-reports')).toBe('1')
  },
)

test('remembers that a report waits when it was stored while others were sent [VD08]', async () => {
  await storeWithoutConnection('Night market')
  fetched.mockImplementation(async () => {
    const { storeReport } = await import('./stored-reports.ts')
    await storeReport({ key: 'later', fields: { shop: 'Harbour' }, photo: undefined })
    return new Response(thanks)
  })
  const before = fetched.mock.calls.length
  // A send that fails may not have ended yet, and then the event begins none.
  await expect
    .poll(() => {
      if (fetched.mock.calls.length === before) window.dispatchEvent(new Event('online'))
      return heading()
    })
    .toBe('Thank you')
  await expect.poll(stored).toMatchObject([{ key: 'later' }])
  // The mark is removed and set again when all reports were sent.
  await expect.poll(() => localStorage.getItem('assay-reports')).toBe('1')
})
