import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OutboxEngine, openOutbox } from '#client/core/offline/outbox/outbox.fixture.ts'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { submissionEntity } from '#shared/submission/record.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { enqueueActivation, resubmitActivation } from './enqueue-activation.ts'
import { queuedAddresses } from './scan-tab.tsx'

const submissionId = '0193a000-0000-7000-8000-0000000000bb'

let engine: OutboxEngine
beforeEach(async () => {
  engine = await openOutbox()
})
afterEach(() => engine.db.close())

const outbox = () => engine.db.outbox.orderBy('at').toArray()

describe('a list of codes on a device without a connection [CO06 CO07 OF02]', () => {
  test('is stored with its codes and activates none of them', async () => {
    const { recordId } = await enqueueActivation(engine, ['A', 'B'], {})
    const record = await engine.db.records.get([activationEntity, recordId])
    expect(record?.data).toMatchObject({ addressList: ['A', 'B'], quantity: 2, state: 'captured' })
    expect(record?.data).not.toHaveProperty('identifier')
    expect(await outbox()).toMatchObject([{ kind: 'create', deps: [] }])
  })

  test('waits for its submission when that was not sent', async () => {
    const input = { entity: submissionEntity, recordId: submissionId, payloadV: 1 }
    await engine.enqueue({ ...input, kind: 'create', set: { custom_id: 'LOT-1' } })
    await engine.db.meta.put({ key: 'maybeSent', value: { at: 1 } })
    const answer = await engine.enqueue({ ...input, kind: 'update', set: { 'answers/q': 'yes' } })
    await enqueueActivation(engine, ['A'], { submissionId })
    expect((await outbox()).at(-1)).toMatchObject({ entity: activationEntity, deps: [answer.opId] })
  })

  test('does not wait when the server already has the submission', async () => {
    await enqueueActivation(engine, ['A'], { submissionId, certificates: [] })
    const [operation] = await outbox()
    expect(operation).toMatchObject({ deps: [] })
    expect(operation!.patch).toMatchObject({ submissionId: { to: submissionId }, certificates: { to: [] } })
  })

  test('sends a rejected list again without its bad rows, or with another choice', async () => {
    const { recordId, opId } = await enqueueActivation(engine, ['A', 'B'], { submissionId })
    await engine.db.outbox.where('opId').equals(opId).modify({ state: 'attention' })
    const again = await resubmitActivation(
      engine,
      { id: recordId, data: { submissionId } as ActivationRecord },
      { addressList: ['B'] },
    )
    expect((await outbox())[0]).toMatchObject({ opId: again.opId, kind: 'create', supersedes: opId })
    await engine.db.outbox.where('opId').equals(again.opId).modify({ state: 'attention' })
    await resubmitActivation(engine, { id: recordId, data: {} as ActivationRecord }, {})
    const [operation, ...more] = await outbox()
    expect(more).toEqual([])
    expect(operation!.patch.addressList).toMatchObject({ to: ['B'] })
    expect(operation!.patch.submissionId?.to).toBeUndefined()
  })
})

test('makes a rejected list that is sent again wait for the submission that was completed meanwhile [CO06]', async () => {
  const { recordId, opId } = await enqueueActivation(engine, ['A'], { submissionId })
  await engine.db.outbox.where('opId').equals(opId).modify({ state: 'attention' })
  const input = { entity: submissionEntity, recordId: submissionId, payloadV: 1 }
  const filled = await engine.enqueue({ ...input, kind: 'update', set: { 'answers/q': 'yes' } })
  const data = { submissionId } as ActivationRecord
  for (const change of [{ submissionId }, { addressList: ['B'] }]) {
    await resubmitActivation(engine, { id: recordId, data }, change)
    expect((await outbox())[0]).toMatchObject({ kind: 'create', deps: [filled.opId] })
    await engine.db.outbox.where('at').equals(1).modify({ state: 'attention' })
  }
})

test('recognizes a code of a queued list without a connection, in any notation [OF04]', () => {
  const address = '0f1e2d3c-4b5a-6978-8796-000000000001'
  const list = (state: 'captured' | 'done', addressList: string[]) => ({
    id: 'x',
    ver: 0,
    state: 'waiting' as const,
    data: { addressList, quantity: 1, state, createdAt: '2026-11-21T08:00:00.000Z' },
  })
  const written = [`HTTPS://ASSAY.EXAMPLE/V/${formatAddress(address)}`, 'not a code']
  expect(queuedAddresses([list('captured', written)])).toEqual(new Set([address]))
  expect(queuedAddresses([list('done', written)])).toEqual(new Set())
})
