import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { maxReadings } from '#shared/sensor/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
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

test('stores a reading typed offline once when sent repeatedly, and syncs it to phones [OF02 OF03 SE01]', async () => {
  const { id } = await sensorOf(world, owner)
  const [me, other] = [device(), device()]
  await other.pull()
  const recordId = uuid7()
  const operation = await me.op({ ...entry(id, { name: 'Cold store' }), recordId })
  expect(await me.send(operation)).toMatchObject([{ status: 'applied', ver: 1 }])
  // The answer was lost.
  expect(await me.send(operation)).toMatchObject([{ status: 'duplicate', ver: 1 }])
  expect(await readings(id)).toMatchObject([{ value: 4.5, createdAt: measuredAt }])
  const data = { sensorId: id, value: 4.5, measuredAt }
  expect(await other.pull()).toMatchObject([{ entity: 'sensor_entry', id: recordId, ver: 1, data }])
  // Another person typed the same time: the first value stays.
  await me.does(entry(id, { value: 7 }))
  expect(await readings(id)).toMatchObject([{ value: 4.5, createdAt: measuredAt }])
})

test('rejects only the entries that are wrong [OF03 SE01]', async () => {
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

test('locks the sensors in the order of their ids when the entries are in another order', async () => {
  const [low, high] = [await sensorOf(world, owner), await sensorOf(world, owner)].map(({ id }) => id).toSorted()
  const phone = device()
  const operations = [await phone.op(entry(high!)), await phone.op(entry(low!))]
  // As the search for alarms.
  const sent = await world.services.db.system(async (tx) => {
    const lock = (id: string) => tx.execute(sql`select from sensor where id = ${id} for update nowait`)
    await lock(low!)
    const push = phone.send(...operations)
    await vi.waitFor(async () => {
      const { rowCount } = await world.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBeGreaterThan(0)
    })
    await lock(high!)
    return { push }
  })
  expect(await sent.push).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
})

test('stores all readings of a tag with one operation, and none when it is read again [OF02 OF03 SE01]', async () => {
  const { id } = await sensorOf(world, owner)
  const phone = device()
  const last = Date.parse(measuredAt)
  const count = maxReadings
  const others = {
    at: Array.from({ length: count - 1 }, (_, n) => last - (n + 1) * 60_000),
    value: Array.from({ length: count - 1 }, (_, n) => -5 + (n % 97) / 10),
  }
  const operation = await phone.op(entry(id, { others, tag: '04A2' }))
  expect(JSON.stringify(operation).length).toBeLessThan(syncLimits.pushBytes)
  expect(await phone.send(operation)).toMatchObject([{ status: 'applied' }])
  const read = () => sensors(world, owner).log({ params: { id }, query: { startTime: '2026-01-01T00:00:00Z' } })
  const stored = await read()
  expect(stored.total).toBe(count)
  expect(await phone.does(entry(id, { others, tag: '04A2' }))).toMatchObject({ status: 'applied' })
  expect(await read()).toEqual(stored)
  const record = (await device().pull()).find((one) => one.id === operation.recordId)
  expect(record).toMatchObject({ data: { sensorId: id, readings: count, tag: '04A2', value: 4.5 } })
  expect(record).not.toHaveProperty('data.others')
})

test('rejects all readings of a tag when one of them is wrong, and names it [OF03 SE01]', async () => {
  const { id } = await sensorOf(world, owner)
  const others = { at: [Date.parse(measuredAt) - 60_000, Date.parse(measuredAt) - 120_000], value: [4, 5000] }
  const result = await device().does(entry(id, { others }))
  expect(result).toMatchObject({ status: 'rejected', code: 'sensor.outOfRange', details: { position: 2 } })
  expect(await device().does(entry(id, { others: { at: [1], value: [] } }))).toMatchObject({ status: 'rejected' })
  expect(await readings(id)).toEqual([])
})
