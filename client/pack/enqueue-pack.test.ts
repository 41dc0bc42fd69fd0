// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OutboxEngine, openOutbox } from '#client/core/offline/outbox/outbox.fixture.ts'
import { packEntity } from '#shared/pack/record.ts'
import { enqueuePack, resubmitContents, type SavedPack, unpack } from './enqueue-pack.ts'

let engine: OutboxEngine
beforeEach(async () => {
  engine = await openOutbox()
})
afterEach(() => engine.db.close())

const outbox = () => engine.db.outbox.orderBy('at').toArray()
async function savedOf(id: string): Promise<SavedPack> {
  const row = (await engine.db.records.get([packEntity, id]))!
  const op = (await outbox()).find(({ recordId }) => recordId === id)
  const state = op?.state === 'attention' ? 'attention' : op ? 'waiting' : 'sent'
  return { ...row, data: row.data as SavedPack['data'], state, ...(op && { opId: op.opId }) }
}

test('sends a pallet after the cases on it', async () => {
  const box = await enqueuePack(engine, { kind: 'case', contents: ['A', 'B'], quantity: 2 })
  const caseIds = [box.recordId]
  await enqueuePack(engine, { kind: 'pallet', contents: caseIds, quantity: 2, caseIds })
  expect(await outbox()).toMatchObject([
    { kind: 'create', deps: [], patch: { kind: { to: 'case' }, contents: { to: ['A', 'B'] } } },
    { kind: 'create', deps: [box.opId], patch: { kind: { to: 'pallet' }, cases: { to: 1 } } },
  ])
})

test('takes an unsent case apart with an operation of its own, and shows it at once', async () => {
  const { recordId, opId } = await enqueuePack(engine, { kind: 'case', contents: ['A'], quantity: 1 })
  await unpack(engine, await savedOf(recordId), 'Wrong item')
  expect(await outbox()).toMatchObject([
    { kind: 'create' },
    { kind: 'update', deps: [opId], patch: { unpack_reason: { to: 'Wrong item' } } },
  ])
  expect((await savedOf(recordId)).data).toMatchObject({ unpack_reason: 'Wrong item', unpacked_at: expect.any(String) })
})

test('corrects a rejected case, and only discards it when it is taken apart', async () => {
  const { recordId, opId } = await enqueuePack(engine, { kind: 'case', contents: ['A', 'B'], quantity: 2 })
  const reject = async () =>
    engine.db.outbox.where('[entity+recordId]').equals([packEntity, recordId]).modify({ state: 'attention' })
  await reject()
  await resubmitContents(engine, await savedOf(recordId), ['A'])
  expect(await outbox()).toMatchObject([{ kind: 'create', supersedes: opId, patch: { contents: { to: ['A'] } } }])
  await reject()
  await unpack(engine, await savedOf(recordId), 'Not needed')
  expect(await outbox()).toEqual([])
})
