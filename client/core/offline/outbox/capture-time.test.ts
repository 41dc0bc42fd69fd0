// @vitest-environment node
import { expect, test } from 'vitest'
import { writeMeta } from '#client/core/offline/database/database.ts'
import { createTestDevice, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { correctCaptureTimes } from './capture-time.ts'
import { enqueue } from './enqueue.ts'
import { markMaybeSent } from './sent-marker.ts'

const now = Date.parse('2026-11-21T08:00:00Z')
const [hour, year] = [3_600_000, 365 * 86_400_000]
const iso = (at: number) => new Date(at).toISOString()

test('stores the corrected time of an operation beside the own time of the device [OF03]', async () => {
  const { db } = createTestDevice()
  const owner = { userId: recordId, merchantId: recordId }
  const clock = { now: () => now, offset: () => -year }
  await enqueue(db, owner, clock, { entity: 'thing', kind: 'create', set: { a: 1 }, payloadV: 1 })
  expect(await db.outbox.toArray()).toMatchObject([{ capturedAt: iso(now), deviceTime: iso(now + year) }])
})

test('corrects times of before the first measurement, unless they can be right or were sent [OF03]', async () => {
  const device = createTestDevice()
  const { db, time } = device
  await writeMeta(db, 'server', { time: iso(now - 2 * hour) })
  const captureAt = async (at: number) => {
    time.now = at
    await device.save({ set: { at } })
  }
  await captureAt(now + year)
  await markMaybeSent(db, await db.outbox.toArray())
  await captureAt(now + year - hour)
  await captureAt(now - hour)
  await captureAt(now + 3 * year)
  await correctCaptureTimes(db, { now: () => now, offset: () => -year })
  expect(
    (await db.outbox.orderBy('at').toArray()).map(({ capturedAt, deviceTime }) => [capturedAt, deviceTime]),
  ).toEqual([
    [iso(now + year), undefined],
    [iso(now - hour), iso(now + year - hour)],
    [iso(now - hour), undefined],
    [iso(now + 3 * year), undefined],
  ])
})
