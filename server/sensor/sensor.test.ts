import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import type { SensorInput } from '#shared/sensor/contract.ts'
import { everyMinute, sensorOf, sensors } from './sensor.fixture.ts'

let world: TestApp
let owner: Person
beforeAll(async () => {
  world = await testApp()
  owner = await fieldMerchant(world)
})
afterAll(() => world.close())

const expectAll = async (calls: readonly Promise<unknown>[], status: number) => {
  const results = await Promise.allSettled(calls)
  expect(results.map((result) => result.status === 'rejected' && result.reason.status)).toEqual(calls.map(() => status))
}
const probe = { name: 'Probe', type: 'temperature', unit: '°C' } as const

test('lists the sensors of the merchant with state, average and sparkline, the newest first [SE01]', async () => {
  const person = await fieldMerchant(world)
  const api = sensors(world, person)
  const first = await sensorOf(world, person, [4, 6])
  const second = await api.create({ body: { ...probe, name: ' Second ', location: 'Penang' } })
  expect(second).toMatchObject({ name: 'Second', model: '', threshold: null, online: false, average: [] })
  const { rows, total } = await api.list({ query: {} })
  expect(total).toBe(2)
  expect(rows.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(rows[0]).toMatchObject({ lastUpdatedAt: null, logs: [] })
  expect(rows[1]).toMatchObject({ online: true, threshold: 8, location: 'Port Klang' })
  expect(rows[1]!.logs.map(({ value }) => value)).toEqual([4, 6])
  for (const search of ['cold', 't-100', 'klang']) {
    expect((await api.list({ query: { search } })).rows.map(({ id }) => id)).toEqual([first.id])
  }
})

test('reports a sensor as online for five minutes after a reading, and averages its last hour [SE01]', async () => {
  const made = await sensorOf(world, owner)
  const api = sensors(world, owner)
  const params = { id: made.id }
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000
  const at = (ms: number) => new Date(ms).toISOString()
  await api.addReadings({
    params,
    body: { logs: [{ value: 100, createdAt: at(hour - 1) }, ...everyMinute([1, 2, 6], hour + 30 * 60_000)] },
  })
  expect(await api.read({ params })).toMatchObject({
    average: [{ value: 3 }],
    online: false,
    lastUpdatedAt: at(hour + 30 * 60_000),
  })
  await api.addReadings({ params, body: { value: 5, createdAt: at(Date.now() - 290_000) } })
  expect(await api.read({ params })).toMatchObject({ online: true })
})

test('finds the sensors whose latest average is at or above the threshold, or below the minimum [SE01]', async () => {
  const person = await fieldMerchant(world)
  await sensorOf(world, person, [7.9])
  const exact = await sensorOf(world, person, [8])
  await sensors(world, person).create({ body: probe })
  const cold = await sensors(world, person).create({ body: { ...probe, threshold: null, minimum: 2 } })
  const mild = await sensors(world, person).create({ body: { ...probe, threshold: 8, minimum: 2 } })
  for (const { id, value } of [
    { ...cold, value: 1.9 },
    { ...mild, value: 2 },
  ]) {
    await sensors(world, person).addReadings({ params: { id }, body: { value, createdAt: new Date().toISOString() } })
  }
  const { rows, total } = await sensors(world, person).list({ query: { outside: 'true' } })
  expect({ ids: rows.map(({ id }) => id), total }).toEqual({ ids: [cold.id, exact.id], total: 2 })
})

test.each<Partial<SensorInput>>([
  { unit: 'lux' },
  { type: 'humidity' },
  { type: 'light', unit: 'g' },
  { type: 'vibration', unit: '°F' },
  { threshold: -300 },
  { minimum: -300 },
  { threshold: 8, minimum: 8 },
  { name: ' ' },
])('responds 400 when a sensor has a wrong field: %j [SE02]', async (wrong) => {
  await expect(sensors(world, owner).create({ body: { ...probe, ...wrong } })).rejects.toMatchObject({ status: 400 })
})

test.each([
  ['temperature', '°F'],
  ['humidity', '%RH'],
  ['light', 'lux'],
  ['vibration', 'g'],
] as const)('adds a sensor of the type %s in %s [SE02]', async (type, unit) => {
  expect(await sensors(world, owner).create({ body: { name: type, type, unit } })).toMatchObject({ type, unit })
})

test('rejects a change of the unit when a sensor has readings, and allows other changes [SE02]', async () => {
  const api = sensors(world, owner)
  const { id } = await api.create({ body: probe })
  const params = { id }
  const changed = { ...probe, name: 'Door', unit: '°F', threshold: 46 } as const
  expect(await api.update({ params, body: changed })).toMatchObject(changed)
  await api.addReadings({ params, body: { value: 40, createdAt: new Date().toISOString() } })
  expect(await api.update({ params, body: { ...changed, name: 'Gate' } })).toMatchObject({ name: 'Gate' })
  await expect(api.update({ params, body: probe })).rejects.toMatchObject({ code: 'sensor.hasReadings' })
})

test('hides a removed sensor, and rejects its readings [SE02]', async () => {
  const api = sensors(world, owner)
  const { id } = await sensorOf(world, owner, [4])
  const params = { id }
  await api.remove({ params })
  const body = { value: 4, createdAt: new Date().toISOString() }
  await expectAll(
    [api.read({ params }), api.remove({ params }), api.log({ params, query: {} }), api.addReadings({ params, body })],
    404,
  )
})

test('responds 404 when the sensor belongs to another merchant [SE02]', async () => {
  const { id } = await sensorOf(world, owner, [4])
  const other = sensors(world, await fieldMerchant(world))
  const params = { id }
  const calls = [
    other.read({ params }),
    other.update({ params, body: probe }),
    other.remove({ params }),
    other.log({ params, query: {} }),
    other.readings({ params, query: {} }),
    other.addReadings({ params, body: { value: 1, createdAt: new Date().toISOString() } }),
  ]
  await expectAll(calls, 404)
})

test('responds 409 when the merchant has reached the quota of sensors', async () => {
  const person = await fieldMerchant(world)
  await world.database.query(
    `insert into sensor (merchant_id, name, model, type, unit, location)
     select $1, 'No. ' || n, '', 'light', 'lux', '' from generate_series(1, 10000) n`,
    [person.merchantId],
  )
  await expect(sensors(world, person).create({ body: probe })).rejects.toMatchObject({ code: 'core.quota' })
})
