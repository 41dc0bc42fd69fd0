// @vitest-environment node
import { expect, test } from 'vitest'
import { createTestDevice, owner, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { resolveConflict } from './conflicts.ts'

test('compares a resolved conflict with the shown value, and conflicts again on a later value [OF03]', async () => {
  const { db, clock, save } = createTestDevice()
  await save({ recordId, set: { name: 'Corrected' } })
  await db.outbox.clear()
  const choice = { opId: owner.userId, path: 'name', entity: 'thing', recordId, payloadV: 1 }
  await db.conflicts.put({ ...choice, kept: 'Theirs', offered: 'Mine' })
  await resolveConflict(db, owner, clock, { ...choice, take: 'mine' })
  expect(await db.outbox.toArray()).toMatchObject([{ patch: { name: { from: 'Theirs', to: 'Mine' } } }])
  expect(await db.conflicts.count()).toBe(0)
})

test('keeps a removal that lost against a change of another user until its author has chosen [OF03]', async () => {
  const device = createTestDevice({
    respond(request) {
      const [op] = request.method === 'POST' ? (request.body as { ops: { opId: string; kind: string }[] }).ops : []
      if (op?.kind !== 'remove') return undefined
      const results = [{ opId: op.opId, status: 'merged', ver: 2 }]
      return { status: 200, body: { epoch: 'e1', serverTime: '2026-11-21T08:00:00.000Z', results } }
    },
  })
  const { db } = device
  await device.save({ recordId, set: { a: 1 } })
  await device.syncLoop.run()
  const { opId } = await device.save({ recordId, kind: 'remove' })
  await device.syncLoop.run()
  expect(await db.conflicts.toArray()).toMatchObject([{ opId, recordId, path: '', removal: true }])
  await resolveConflict(db, owner, device.clock, { opId, path: '', take: 'mine' })
  expect([await db.conflicts.count(), (await db.outbox.toArray()).map(({ kind }) => kind)]).toEqual([0, ['remove']])
})
