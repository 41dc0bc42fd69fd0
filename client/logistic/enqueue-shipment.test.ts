// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OutboxEngine, openOutbox } from '#client/core/offline/outbox/outbox.fixture.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import { type LogisticView, logisticEntity } from '#shared/logistic/record.ts'
import { changeShipment, enqueueShipment, removeShipment, resubmitCodes } from './enqueue-shipment.ts'

const input = { recipient: 'Harbour Tea', manufacturer_id: null, note: '', addresses: ['A', 'B', 'C'] }

let engine: OutboxEngine
beforeEach(async () => {
  engine = await openOutbox()
})
afterEach(() => engine.db.close())

const outbox = () => engine.db.outbox.orderBy('at').toArray()
async function savedOf(id: string): Promise<OfflineRecord<LogisticView>> {
  const row = (await engine.db.records.get([logisticEntity, id]))!
  const [op] = await engine.db.outbox.where('[entity+recordId]').equals([logisticEntity, id]).sortBy('at')
  const state = op?.state === 'attention' ? 'attention' : op ? 'waiting' : 'sent'
  return { id, ver: row.ver, data: row.data as LogisticView, state, ...(op && { opId: op.opId }) }
}
async function refuse(opId: string): Promise<void> {
  await engine.db.outbox
    .where('opId')
    .equals(opId)
    .modify({ state: 'attention', rejection: { code: 'x', message: '' } })
}

describe('a shipment on a device without a connection [LO01 OF02]', () => {
  test('is shown immediately with everything except its number', async () => {
    const now = new Date('2026-11-23T06:49:00Z')
    const { recordId } = await enqueueShipment(engine, input, now)
    const { data } = await savedOf(recordId)
    expect(data).toMatchObject({ ...input, quantity: 3, shipped_at: now.toISOString(), delivered_at: null })
    expect(data.identifier).toBeUndefined()
    expect(await outbox()).toHaveLength(1)
  })

  test('merges edits of text into the unsent operation, and sends times after it', async () => {
    const { recordId, opId } = await enqueueShipment(engine, input)
    const at = '2026-11-20T08:00:00.000Z'
    await changeShipment(engine, await savedOf(recordId), {
      note: 'fragile',
      delivered_at: at,
      recipient: input.recipient,
    })
    const [create, update] = await outbox()
    expect(create).toMatchObject({ opId, kind: 'create' })
    expect(create!.patch.note).toMatchObject({ to: 'fragile' })
    expect(create!.patch).toHaveProperty('recipient')
    expect(Object.keys(update!.patch)).toEqual(['delivered_at'])
    expect(update!.deps).toEqual([opId])
    expect((await savedOf(recordId)).data).toMatchObject({ note: 'fragile', delivered_at: at })
  })

  test('is not changed when a form has no changes', async () => {
    const { recordId } = await enqueueShipment(engine, input)
    await changeShipment(engine, await savedOf(recordId), { note: '', recipient: input.recipient })
    expect(await outbox()).toHaveLength(1)
  })

  test('is sent again with the remaining codes as one operation after a rejection', async () => {
    const { recordId, opId } = await enqueueShipment(engine, input)
    await refuse(opId)
    await resubmitCodes(engine, { id: recordId }, ['A', 'C'])
    const rows = await outbox()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ kind: 'create', state: 'ready', supersedes: opId })
    expect(rows[0]!.patch.addresses).toMatchObject({ to: ['A', 'C'] })
    expect((await savedOf(recordId)).data.quantity).toBe(2)
  })

  test('keeps times that are set alone in a following operation after a rejection', async () => {
    const { recordId, opId } = await enqueueShipment(engine, input)
    await refuse(opId)
    await changeShipment(engine, await savedOf(recordId), { shipped_at: '2026-11-21T12:00:00.000Z' })
    expect(await outbox()).toMatchObject([
      { kind: 'create', state: 'attention' },
      { kind: 'update', deps: [opId], patch: { shipped_at: { to: '2026-11-21T12:00:00.000Z' } } },
    ])
    await resubmitCodes(engine, { id: recordId }, ['A'])
    expect((await savedOf(recordId)).data).toMatchObject({ addresses: ['A'], shipped_at: '2026-11-21T12:00:00.000Z' })
  })

  test('keeps the receiver with the arrival in a following operation', async () => {
    const { recordId } = await enqueueShipment(engine, input)
    const change = { recipient: 'Mei', receiver: 'Ada Lee', delivered_at: '2026-11-21T12:00:00.000Z' }
    await changeShipment(engine, await savedOf(recordId), change)
    const rows = await outbox()
    expect(rows.map(({ kind }) => kind)).toEqual(['create', 'update'])
    expect(Object.keys(rows[1]!.patch).toSorted()).toEqual(['delivered_at', 'receiver'])
    expect((await savedOf(recordId)).data).toMatchObject(change)
  })

  test('leaves no operation in the outbox when it is deleted after a rejection', async () => {
    const { recordId, opId } = await enqueueShipment(engine, input)
    await refuse(opId)
    await removeShipment(engine, await savedOf(recordId))
    expect(await outbox()).toEqual([])
    expect(await engine.db.records.count()).toBe(0)
  })

  test('is deleted on the server too when the server may already have it', async () => {
    const { recordId } = await enqueueShipment(engine, input)
    await removeShipment(engine, await savedOf(recordId))
    expect((await outbox()).map(({ kind }) => kind)).toEqual(['create', 'remove'])
  })
})
