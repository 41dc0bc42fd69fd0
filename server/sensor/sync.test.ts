import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { sensorOf, sensors } from './sensor.fixture.ts'

let world: TestApp
let owner: Person
beforeAll(async () => {
  world = await testApp()
  owner = await fieldMerchant(world)
})
afterAll(() => world.close())

const device = (by = owner) => syncingDevice(world, by, 'sensor_entry')
const measuredAt = '2026-05-03T08:00:00.000Z'
const entry = (sensorId: string, set: object = {}) => ({
  kind: 'create',
  set: { sensorId, value: 4.5, measuredAt, ...set },
})
const readings = async (id: string) => (await sensors(world, owner).readings({ params: { id }, query: {} })).rows

test('OF02 OF03 SE01 stores a reading typed offline once, however often it is sent, and other phones receive it', async () => {
  const { id } = await sensorOf(world, owner)
  const [me, other] = [device(), device()]
  await other.pull()
  const recordId = uuid7()
  const operation = await me.op({ ...entry(id, { name: 'Cold store' }), recordId })
  expect(await me.send(operation)).toMatchObject([{ status: 'applied', ver: 1 }])
  // The answer was lost.
  expect(await me.send(operation)).toMatchObject([{ status: 'duplicate', ver: 1 }])
  expect(await readings(id)).toEqual([{ value: 4.5, createdAt: measuredAt }])
  const data = { sensorId: id, value: 4.5, measuredAt }
  expect(await other.pull()).toMatchObject([{ entity: 'sensor_entry', id: recordId, ver: 1, data }])
  // Another person typed the same time: the first value stays.
  await me.does(entry(id, { value: 7 }))
  expect(await readings(id)).toEqual([{ value: 4.5, createdAt: measuredAt }])
})

test('OF03 SE01 rejects only the entries that are wrong', async () => {
  const { id } = await sensorOf(world, owner)
  const stranger = await sensorOf(world, await fieldMerchant(world))
  const phone = device()
  expect(await phone.does(entry(id, { value: 5000 }))).toMatchObject({ status: 'rejected', code: 'sensor.outOfRange' })
  expect(await phone.does(entry(stranger.id))).toMatchObject({ status: 'rejected', code: 'sensor.notFound' })
  const future = new Date(Date.now() + 3_600_000).toISOString()
  expect(await phone.does(entry(id, { measuredAt: future }))).toMatchObject({
    status: 'rejected',
    code: 'sensor.future',
  })
  expect(await phone.does(entry(id))).toMatchObject({ status: 'applied' })
  expect(await readings(id)).toHaveLength(1)
})
