import { expect, test } from 'vitest'
import { createTestDevice, owner, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import type { Request } from '#client/core/offline/model/test-server.ts'
import { resolveConflict } from '#client/core/offline/outbox/conflicts.ts'
import { newPushState } from './push.ts'
import { createSyncLoop, type SyncEnvironment } from './sync-loop.ts'

const isPush = ({ method }: Request) => method === 'POST'

test('resends rejected operations after a restore, and does not ask again for resolved conflicts [OF03]', async () => {
  const device = createTestDevice()
  const { transport } = device.env
  /** Edits of another user that arrive first, before the restore and after it. */
  device.env.transport = async (request) => {
    const response = await transport(request)
    if (!isPush(request)) return response
    const clashes = { a: { kept: 9, offered: 2 } }
    const { results } = response.body as { results: { opId: string }[] }
    const met = results.map((one) => (one.opId === edit.opId ? { ...one, details: { clashes } } : one))
    return { ...response, body: { ...(response.body as object), results: met } }
  }
  await device.save({ recordId, set: { a: 1 } })
  let edit = { opId: '' }
  await device.syncLoop.run()
  edit = await device.save({ recordId, kind: 'update', set: { a: 2 } })
  const rejected = await device.save({ set: { bad: true } })
  await device.syncLoop.run()
  const [choice] = await device.db.conflicts.toArray()
  await resolveConflict(device.db, owner, device.clock, { ...choice!, take: 'stored' })
  await device.server.setBack()
  for (let time = 0; time < 2; time++) await device.syncLoop.run({ now: true })
  expect(await device.db.conflicts.count()).toBe(0)
  expect(
    device
      .pushes()
      .flat()
      .filter((opId) => opId === rejected.opId),
  ).toHaveLength(2)
  expect(await device.db.outbox.toArray()).toMatchObject([{ ...rejected, state: 'attention' }])
})

test('resends operations in order after a restore, however long a request takes [OF03]', async () => {
  const device = createTestDevice()
  await device.save({ recordId, set: { a: 0 } })
  for (const a of [1, 2, 3]) {
    await device.syncLoop.run()
    await device.save({ recordId, kind: 'update', set: { a } })
  }
  await device.syncLoop.run()
  await device.server.setBack()
  let pushes = 0
  const slow: SyncEnvironment = {
    ...device.env,
    async transport(request) {
      // Each request is faster than the one before.
      if (isPush(request)) await new Promise((resolve) => setTimeout(resolve, 60 - 15 * pushes++))
      return device.env.transport(request)
    },
  }
  await createSyncLoop(device.db, slow, newPushState(1)).run({ now: true })
  expect([pushes, await device.db.outbox.count()]).toEqual([4, 0])
  expect((await device.server.records()).get(recordId)).toEqual({ ver: 4, data: { a: 3 } })
})

test.each([
  ['delays the later operations of a record when the server cannot decide one yet', 'retry', 1],
  ['delays no other operation when the server rejects one', 'rejected', 3],
])('after a restore %s [OF03]', async (_, status, pushes) => {
  let again = false
  const device = createTestDevice()
  await device.save({ recordId, set: { a: 0 } })
  for (const a of [1, 2]) {
    await device.syncLoop.run()
    await device.save({ recordId, kind: 'update', set: { a } })
  }
  await device.syncLoop.run()
  await device.server.setBack()
  const undecided: SyncEnvironment = {
    ...device.env,
    async transport(request) {
      const response = await device.env.transport(request)
      if (!isPush(request) || again) return response
      const { results } = response.body as { results: object[] }
      again = true
      return { ...response, body: { ...(response.body as object), results: [{ ...results[0], status }] } }
    },
  }
  const syncLoop = createSyncLoop(device.db, undecided, newPushState(1))
  await syncLoop.run({ now: true })
  expect(device.pushes().slice(3)).toHaveLength(pushes)
  if (status === 'rejected') return
  await syncLoop.run({ now: true })
  expect(await device.db.outbox.count()).toBe(0)
  expect((await device.server.records()).get(recordId)?.data).toEqual({ a: 2 })
})
