import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import type { ReadingsInput } from '#shared/sensor/contract.ts'
import { everyMinute, sensorOf, sensors } from './sensor.fixture.ts'

let world: TestApp
let owner: Person
beforeAll(async () => {
  world = await testApp()
  owner = await fieldMerchant(world)
})
afterAll(() => world.close())

async function probe() {
  const { id } = await sensorOf(world, owner)
  const api = sensors(world, owner)
  const params = { id }
  return {
    params,
    api,
    send: (body: ReadingsInput) => api.addReadings({ params, body }),
    total: async () => (await api.readings({ params, query: {} })).total,
  }
}
const minuteMs = 60_000
const at = (ms: number) => new Date(ms).toISOString()

test('stores one reading, and does not store it again when it is repeated [SE02]', async () => {
  const { send, api, params } = await probe()
  const reading = { value: 4.2, createdAt: '2026-05-01T08:00:00Z' }
  expect(await send(reading)).toMatchObject({ stored: 1, known: 0, conflicts: 0 })
  expect(await send(reading)).toMatchObject({ stored: 0, known: 1, conflicts: 0 })
  expect(await send({ ...reading, value: 9 })).toEqual({
    stored: 0,
    known: 1,
    conflicts: 1,
    conflicting: [{ createdAt: new Date(reading.createdAt).toISOString(), kept: reading.value, refused: 9 }],
  })
  const { rows } = await api.readings({ params, query: {} })
  expect(rows).toEqual([expect.objectContaining({ value: 4.2, createdAt: '2026-05-01T08:00:00.000Z', unit: '°C' })])
})

test('stores 10,000 readings in one call, in any order, and lists them page by page [SE02]', async () => {
  const { send, api, params, total } = await probe()
  const logs = everyMinute(Array.from({ length: 10_000 }, (_, i) => (i * 7919) % 8))
  const mixed = logs.map((_, i) => logs[(i * 7919) % logs.length]!)
  expect(await send({ logs: mixed })).toMatchObject({ stored: 10_000, known: 0, conflicts: 0 })
  expect(await send({ logs: mixed.slice(0, 500) })).toMatchObject({ stored: 0, known: 500, conflicts: 0 })
  expect(await total()).toBe(10_000)
  const newest = logs.toReversed()
  for (const page of [1, 25, 50]) {
    const { rows } = await api.readings({ params, query: { page, limit: 200 } })
    const read = rows.map(({ value, createdAt }) => ({ value, createdAt }))
    expect(read).toEqual(newest.slice((page - 1) * 200, page * 200))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(200)
  }
})

test('ignores a second reading of the same time in one call [SE02]', async () => {
  const { send } = await probe()
  const createdAt = '2026-05-01T08:00:00Z'
  const logs = [
    { value: 1, createdAt },
    { value: 2, createdAt: '2026-05-01T10:00:00+02:00' },
  ]
  expect(await send({ logs })).toMatchObject({ stored: 1, known: 1, conflicts: 1 })
})

test('accepts a clock up to five minutes fast, and names the position of a later reading [SE02]', async () => {
  const { send, total } = await probe()
  expect(await send({ value: 1, createdAt: at(Date.now() + 4 * minuteMs) })).toMatchObject({
    stored: 1,
    known: 0,
    conflicts: 0,
  })
  const logs = [...everyMinute([1, 2]), { value: 3, createdAt: at(Date.now() + 6 * minuteMs) }]
  await expect(send({ logs })).rejects.toMatchObject({ code: 'sensor.future', status: 400, details: { position: 3 } })
  expect(await total()).toBe(1)
})

test('names the position of a value that the unit does not allow, and stores nothing of its call [SE02]', async () => {
  const { send, total } = await probe()
  const logs = everyMinute([4, 5, 1001, 6])
  await expect(send({ logs })).rejects.toMatchObject({
    code: 'sensor.outOfRange',
    details: { position: 3, value: 1001 },
  })
  expect(await total()).toBe(0)
  expect(await send({ logs: logs.toSpliced(2, 1) })).toMatchObject({ stored: 3, known: 0, conflicts: 0 })
})

test.each([
  { logs: [] },
  { logs: everyMinute(Array.from({ length: 10_001 }, () => 1)) },
  { logs: [{ value: '4', createdAt: '2026-05-01T08:00:00Z' }] },
  { value: 4, createdAt: 'yesterday' },
  { value: Number.NaN, createdAt: '2026-05-01T08:00:00Z' },
  { value: 4 },
])('responds 400 when a call contains no readings, too many or malformed ones (%#) [SE02]', async (body) => {
  const { send, total } = await probe()
  await expect(send(body as ReadingsInput)).rejects.toMatchObject({ status: 400 })
  expect(await total()).toBe(0)
})

test('rejects readings in another unit than that of the sensor [SE02]', async () => {
  const { send } = await probe()
  const reading = { value: 40, createdAt: '2026-05-01T08:00:00Z' }
  await expect(send({ ...reading, unit: '°F' })).rejects.toMatchObject({ code: 'sensor.unit' })
  expect(await send({ ...reading, unit: '°C' })).toMatchObject({ stored: 1, known: 0, conflicts: 0 })
})

test('stores each reading once when the same batches arrive at the same time [SE02]', async () => {
  const { send, total, api, params } = await probe()
  const logs = everyMinute(Array.from({ length: 600 }, (_, i) => i % 7))
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, i) => send({ logs: i % 2 ? logs : logs.toReversed() })),
  )
  expect(results.reduce((sum, { stored }) => sum + stored, 0)).toBe(600)
  expect(await total()).toBe(600)
  const { statistics } = await api.log({ params, query: {} })
  expect(statistics).toMatchObject({ min: 0, max: 6 })
})
