import 'fake-indexeddb/auto'
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OfflineEngine, openOfflineEngine } from './engine.ts'
import { memoryServer } from './model/memory-server.ts'
import { owner, recordId } from './model/test-device.fixture.ts'
import { exportUnsentRaw } from './outbox/export-import.ts'
import { badgeOf, offlineStatus } from './read/status.ts'
import type { Transport } from './sync/transport.ts'

let offline: OfflineEngine | undefined
let server: ReturnType<typeof memoryServer>
let away: 'offline' | 'signedOut' | 'hanging' | undefined
const requests: string[] = []
const transport: Transport = async (request) => {
  requests.push(request.method)
  if (away === 'offline') throw new TypeError('Failed to fetch')
  if (away === 'signedOut') return { status: 401, body: null }
  return server.handle(request, owner)
}

beforeEach(() => {
  localStorage.clear()
  server = memoryServer()
  away = undefined
  requests.length = 0
})
afterEach(() => {
  offline?.close()
  vi.useRealTimers()
})

async function open(options: Partial<Parameters<typeof openOfflineEngine>[0]> = {}): Promise<OfflineEngine> {
  const storage = { indexedDB: new IDBFactory(), IDBKeyRange }
  offline = await openOfflineEngine({ owner, transport, demo: () => false, storage, locks: undefined, ...options })
  return offline
}
const input = { entity: 'thing', kind: 'create', recordId, set: { a: 1 }, payloadV: 1 }
const badge = () => badgeOf(offlineStatus.getState())

test('sends saved operations automatically and updates the badge [OF03]', async () => {
  away = 'offline'
  const { enqueue, db } = await open()
  await enqueue(input)
  await expect.poll(badge).toMatch(/waiting|atRisk/)
  away = undefined
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => db.outbox.count()).toBe(0)
  await expect.poll(badge).toBe('sent')
  expect(await server.effects()).toHaveLength(1)
})

test('needs the user for a rejected record, and a sign-in for an ended session [OF03]', async () => {
  const { enqueue, resume } = await open()
  await enqueue({ ...input, set: { bad: true } })
  await expect.poll(badge).toBe('attention')
  away = 'signedOut'
  await enqueue({ ...input, recordId: owner.userId })
  await expect.poll(badge).toBe('signIn')
  away = undefined
  await resume()
  await expect.poll(badge).toBe('attention')
  expect(await server.effects()).toHaveLength(1)
})

test('does not change exported operations after the database can be opened again [OF03]', async () => {
  away = 'offline'
  const indexedDB = new IDBFactory()
  const again = () => open({ storage: { indexedDB, IDBKeyRange } })
  const edit = async (a: number) => (await (await again()).enqueue({ ...input, kind: 'update', set: { a } })).opId
  const made = (await (await again()).enqueue(input)).opId
  offline!.close()
  expect(await edit(2)).toBe(made)
  offline!.close()
  await exportUnsentRaw(owner, indexedDB)
  const next = await edit(3)
  expect(next).not.toBe(made)
  offline!.close()
  expect(await edit(4)).toBe(next)
})

test('saves nothing in demo mode [OF03]', async () => {
  const { enqueue, importUnsent, db } = await open({ demo: () => true })
  await expect(enqueue(input)).rejects.toMatchObject({ kind: { code: 'core.demo' } })
  await expect(importUnsent(new Blob(['{}']))).rejects.toMatchObject({ kind: { code: 'core.demo' } })
  expect(await Promise.all([db.outbox, db.records, db.blobs].map((table) => table.count()))).toEqual([0, 0, 0])
})

test('reports a database that the browser closed, but not one that was closed here [OF02]', async () => {
  const onLost = vi.fn()
  const first = await open({ onLost })
  first.close()
  expect(onLost).not.toHaveBeenCalled()
  const { db } = await open({ onLost })
  forceCloseDatabase(db.backendDB() as never)
  await expect.poll(() => onLost.mock.calls.length).toBe(1)
})

test('starts a sync when the window gets focus and by timer, and not after closing [OF03]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { close, sendNow } = await open()
  await sendNow()
  const expectSyncAfter = async (act: () => void) => {
    const before = requests.length
    act()
    await expect.poll(() => requests.length).toBeGreaterThan(before)
    await sendNow()
  }
  await expectSyncAfter(() => window.dispatchEvent(new Event('pageshow')))
  await expectSyncAfter(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectSyncAfter(() => vi.advanceTimersByTime(30_000))
  close()
  offline = undefined
  const before = requests.length
  window.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(60_000)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(requests).toHaveLength(before)
})

test('reports a stalled server when it responds but accepts nothing for two minutes [OF03]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  let away = false
  const stalledServer: Transport = async (request) => {
    if (away) throw new TypeError('Failed to fetch')
    const response = await transport(request)
    const { results } = response.body as { results?: object[] }
    const undecided = results?.map((result) => ({ ...result, status: 'retry', code: 'sync.failed' }))
    return undecided ? { ...response, body: { ...(response.body as object), results: undecided } } : response
  }
  const { enqueue } = await open({ transport: stalledServer })
  await enqueue(input)
  await expect.poll(() => offlineStatus.getState().waiting).toBe(1)
  expect(offlineStatus.getState().stuck).toBe(false)
  for (let time = 0; time < 5; time++) {
    vi.advanceTimersByTime(30_000)
    const before = requests.length
    await expect.poll(() => requests.length).toBeGreaterThan(before)
  }
  await expect.poll(() => offlineStatus.getState().stuck).toBe(true)
  // When it has not responded for as long, the network is down.
  away = true
  for (let time = 0; time < 5; time++) vi.advanceTimersByTime(30_000)
  expect(offlineStatus.getState().stuck).toBe(false)
})

test('does not report a stalled server when the network is down, even just after a response [OF03]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  let away = false
  const { enqueue } = await open({
    async transport(request) {
      if (away) throw new TypeError('Failed to fetch')
      return transport(request)
    },
  })
  for (let time = 0; time < 5; time++) {
    vi.advanceTimersByTime(30_000)
    const before = requests.length
    await expect.poll(() => requests.length).toBeGreaterThan(before)
  }
  away = true
  await enqueue(input)
  await expect.poll(() => offlineStatus.getState().waiting).toBe(1)
  for (let time = 0; time < 9; time++) {
    vi.advanceTimersByTime(30_000)
    expect(offlineStatus.getState().stuck).toBe(false)
  }
})

test('shows the most important state first', () => {
  const nothing = {
    counted: true,
    waiting: 0,
    attention: 0,
    conflicts: 0,
    paused: undefined,
    atRisk: false,
    full: false,
    stuck: false,
    outdated: false,
    lost: undefined,
  }
  expect(badgeOf({ ...nothing, counted: false })).toBeUndefined()
  expect(badgeOf(nothing)).toBe('sent')
  expect(badgeOf({ ...nothing, atRisk: true, paused: 'signIn' })).toBe('sent')
  expect(badgeOf({ ...nothing, waiting: 1, atRisk: true })).toBe('atRisk')
  expect(badgeOf({ ...nothing, waiting: 1, attention: 1, paused: 'signIn' })).toBe('signIn')
  expect(badgeOf({ ...nothing, waiting: 1, attention: 1, paused: 'confirm' })).toBe('confirm')
  expect(badgeOf({ ...nothing, paused: 'confirm' })).toBe('sent')
  expect(badgeOf({ ...nothing, waiting: 1, attention: 1 })).toBe('attention')
  expect(badgeOf({ ...nothing, outdated: true })).toBe('update')
  expect(badgeOf({ ...nothing, outdated: true, lost: { records: [], more: 1 } })).toBe('lost')
})
