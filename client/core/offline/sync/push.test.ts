import { expect, test } from 'vitest'
import { createTestDevice } from '#client/core/offline/model/test-device.fixture.ts'
import type { Request } from '#client/core/offline/model/test-server.ts'
import { discardOperation } from '#client/core/offline/outbox/discard.ts'
import { createSyncLoop } from './sync-loop.ts'

const isPush = ({ method }: Request) => method === 'POST'

test('reports the right number of unsent operations after overlapping requests and after a discard [OF03]', async () => {
  const device = createTestDevice()
  const reported = () =>
    device.sent.filter(isPush).map(({ body }) => body as { ops: object[]; pending: number; discarded: number })
  for (let k = 0; k < 501; k++) await device.save({ set: { a: k } })
  await device.syncLoop.run()
  expect(reported().map(({ pending, ops }) => [pending, ops.length])).toEqual([
    [501, 500],
    [1, 1],
    [0, 0],
  ])
  await device.save({ set: { bad: true } })
  await device.save({ set: { a: 1 } })
  await device.syncLoop.run()
  expect(
    reported()
      .slice(3)
      .map(({ pending, ops }) => [pending, ops.length]),
  ).toEqual([[2, 2]])

  const [rejected] = await device.db.outbox.toArray()
  await discardOperation(device.db, device.clock, rejected!.opId)
  await device.syncLoop.run()
  await device.syncLoop.run()
  expect(reported().slice(4)).toMatchObject([{ pending: 0, ops: [] }])
})

test('reports the time of the oldest unsent operation again when the server accepted older ones [OF03]', async () => {
  const device = createTestDevice()
  device.env.describeDevice = async () => ({ app: '1.2.3', usedBytes: 10, quotaBytes: 100 })
  const syncLoop = createSyncLoop(device.db, device.env)
  await device.save({ set: { a: 1 } })
  device.time.now += 60_000
  await device.save({ set: { bad: true } })
  await syncLoop.run()
  const about = { app: '1.2.3', usedBytes: 10, quotaBytes: 100 }
  expect(device.sent.filter(isPush).map(({ body }) => body)).toMatchObject([
    { pending: 2, about: { ...about, oldestAt: '2026-11-21T08:00:00.000Z' } },
    { pending: 1, about: { ...about, oldestAt: '2026-11-21T08:01:00.000Z' } },
  ])
})
