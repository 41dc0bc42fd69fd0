// @vitest-environment node
import { expect, test } from 'vitest'
import { createTestDevice, owner, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { resolveConflict } from './conflicts.ts'

test('OF03 compares a resolved conflict with the shown value: a later value is not overwritten but conflicts again', async () => {
  const { db, clock, save } = createTestDevice()
  await save({ recordId, set: { name: 'Corrected' } })
  await db.outbox.clear()
  const choice = { opId: owner.userId, path: 'name', entity: 'thing', recordId, payloadV: 1 }
  await db.choices.put({ ...choice, kept: 'Theirs', offered: 'Mine' })
  await resolveConflict(db, owner, clock, choice, 'mine')
  expect(await db.outbox.toArray()).toMatchObject([{ patch: { name: { from: 'Theirs', to: 'Mine' } } }])
  expect(await db.choices.count()).toBe(0)
})
