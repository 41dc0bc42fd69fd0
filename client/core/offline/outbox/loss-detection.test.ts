import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type OfflineEngine, openOfflineEngine } from '#client/core/offline/engine.ts'
import { memoryServer } from '#client/core/offline/model/memory-server.ts'
import { owner } from '#client/core/offline/model/test-device.fixture.ts'
import { badgeOf, offlineStatus } from '#client/core/offline/read/status.ts'
import { exportUnsent } from './export-import.ts'

let server: ReturnType<typeof memoryServer>
let isAway = true
beforeEach(() => {
  localStorage.clear()
  server = memoryServer()
  isAway = true
})

/** A tab of the device whose databases are in `factory`. Another factory is the same device after it lost them. */
async function open(factory: IDBFactory): Promise<OfflineEngine> {
  const engine = await openOfflineEngine({
    owner,
    transport: async (request) => {
      if (isAway) throw new TypeError('Failed to fetch')
      return server.handle(request, owner)
    },
    demo: () => false,
    nameOf: ({ name }) => (typeof name === 'string' ? name : ''),
    storage: { indexedDB: factory, IDBKeyRange },
    locks: undefined,
  })
  onTestFinished(() => engine.close())
  return engine
}
const save = (engine: OfflineEngine, name: string, n = 0) =>
  engine.enqueue({ entity: 'thing', kind: 'create', set: { name, answer: `secret ${n}` }, payloadV: 1 })
const storedSummary = () => {
  const key = Object.keys(localStorage).find((one) => one.startsWith('assay.unsent.'))
  return key && JSON.parse(localStorage.getItem(key)!)
}
const names = () => storedSummary()?.records.map(({ name }: { name: string }) => name)
const badge = () => badgeOf(offlineStatus.getState())

test('lists unsent records outside the database, without their answers, until the server has them [OF03]', async () => {
  const engine = await open(new IDBFactory())
  const { recordId } = await save(engine, 'LOT-1')
  await save(engine, 'LOT-2')
  const update = { entity: 'thing', kind: 'update', recordId, payloadV: 1 }
  await exportUnsent(engine.db, owner)
  await engine.enqueue({ ...update, set: { answer: 'another secret' } })
  await expect.poll(names).toEqual(['LOT-2', 'LOT-1'])
  expect(JSON.stringify(storedSummary())).not.toContain('secret')
  expect(Object.keys(storedSummary().records[0]).sort()).toEqual(['at', 'entity', 'name'])
  isAway = false
  await engine.sendNow()
  await expect.poll(storedSummary).toBeUndefined()
})

test('reports losses from the summary of another database until the user has read them [OF03]', async () => {
  const before = await open(new IDBFactory())
  for (const name of ['LOT-1', 'LOT-2']) await save(before, name)
  await expect.poll(names).toEqual(['LOT-2', 'LOT-1'])
  before.close()

  const evicted = new IDBFactory()
  const after = await open(evicted)
  expect(badge()).toBe('lost')
  await save(after, 'LOT-3')
  await expect.poll(names).toEqual(['LOT-3'])
  after.close()
  expect(offlineStatus.getState().lost).toBeUndefined()
  const again = await open(evicted)
  expect(offlineStatus.getState().lost).toMatchObject({ records: [{ name: 'LOT-2' }, { name: 'LOT-1' }], more: 0 })
  again.confirmLoss()
  expect(badge()).not.toBe('lost')
  again.close()
  await open(evicted)
  expect(offlineStatus.getState().lost).toBeUndefined()
})

test('notices a deleted database with the next save when a tab is open [OF03]', async () => {
  const gone = await open(new IDBFactory())
  await save(gone, 'LOT-1')
  await expect.poll(names).toEqual(['LOT-1'])
  await Promise.all(gone.db.tables.map((table) => table.clear()))
  await save(gone, 'LOT-2')
  await expect.poll(() => offlineStatus.getState().lost?.records.map(({ name }) => name)).toEqual(['LOT-1'])
  await expect.poll(names).toEqual(['LOT-2'])
})

test('counts many records, lists only some, and shortens their names [OF03]', async () => {
  const engine = await open(new IDBFactory())
  const long = 'x'.repeat(5000)
  for (let n = 0; n < 60; n++) await save(engine, long, n)
  await expect.poll(() => storedSummary()?.more).toBe(10)
  expect(storedSummary().records).toHaveLength(50)
  expect(JSON.stringify(storedSummary()).length).toBeLessThan(10_000)
})

test('includes the saves of both tabs in the last write of two tabs [OF03]', async () => {
  const factory = new IDBFactory()
  const tabs = [await open(factory), await open(factory)] as const
  for (let n = 0; n < 20; n++) await save(tabs[n % 2]!, `LOT-${n}`)
  await expect.poll(() => names()?.length).toBe(20)
  isAway = false
  await tabs[0].sendNow()
  await expect.poll(storedSummary).toBeUndefined()
  expect(offlineStatus.getState().lost).toBeUndefined()
})
