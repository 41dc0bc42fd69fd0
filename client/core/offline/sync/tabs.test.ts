// @vitest-environment node
import { locks } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createTestDevice, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { createSyncLoop } from './sync-loop.ts'

test('syncs in one tab at a time, and takes the lock of a tab whose heartbeat stopped [OF03]', async () => {
  const { promise: never } = Promise.withResolvers<never>()
  const suspended = createTestDevice({ locks: locks as never })
  const hanging = createSyncLoop(suspended.db, { ...suspended.env, transport: () => never })
  await suspended.save()
  const replacedRun = hanging.run()
  await expect.poll(() => suspended.db.meta.get('syncRun')).toBeDefined()
  expect(await suspended.syncLoop.run()).toBeUndefined()
  suspended.time.monotonic += 19_000
  expect(await suspended.syncLoop.run()).toBeUndefined()
  suspended.time.monotonic += 2_000
  expect(await suspended.syncLoop.run()).toEqual({ decided: 1 })
  expect(await replacedRun).toMatchObject({ stop: { reason: 'replaced' } })
  expect(await suspended.server.effects()).toHaveLength(1)
})

test('sends operations that were saved during the sync of another tab as soon as that sync ends [OF03]', async () => {
  const device = createTestDevice({ locks: locks as never })
  const fetching = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const slow = createSyncLoop(device.db, {
    ...device.env,
    async transport(request) {
      fetching.resolve()
      await answered.promise
      return device.env.transport(request)
    },
  })
  const other = slow.run()
  await fetching.promise
  await device.save()
  expect(await device.syncLoop.run()).toBeUndefined()
  answered.resolve()
  expect(await other).toEqual({ decided: 0 })
  await expect.poll(() => device.db.outbox.count()).toBe(0)
  expect(await device.server.effects()).toHaveLength(1)
})

test('does not overwrite newer records with a page that a suspended tab fetched [OF03]', async () => {
  const device = createTestDevice()
  await device.save({ recordId, set: { a: 1 } })
  await device.syncLoop.run()
  await device.server.edit(recordId, { a: 2 })
  const resumed = Promise.withResolvers<void>()
  const slow = createSyncLoop(device.db, {
    ...device.env,
    async transport(request) {
      const response = await device.env.transport(request)
      await resumed.promise
      return response
    },
  })
  const suspended = slow.run()
  await expect.poll(() => device.sent.length).toBe(3)
  await device.server.edit(recordId, { a: 3 })
  await device.syncLoop.run()
  resumed.resolve()
  expect(await suspended).toMatchObject({ stop: { reason: 'replaced' } })
  expect(await device.db.records.get(['thing', recordId])).toMatchObject({ ver: 3, data: { a: 3 } })
})
