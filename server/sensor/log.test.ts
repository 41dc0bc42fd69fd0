import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import type { Excursion, Reading, SensorInput } from '#shared/sensor/contract.ts'
import { sideOf, type ValueLimits } from '#shared/sensor/limits.ts'
import { meanKineticTemperature } from '#shared/sensor/mkt.ts'
import { sensorOf, sensors } from './sensor.fixture.ts'

let world: TestApp
let owner: Person
beforeAll(async () => {
  world = await testApp()
  owner = await fieldMerchant(world)
})
afterAll(() => world.close())

const end = Date.parse('2026-11-01T12:34:00Z')
const readingsEvery = (seconds: number, values: readonly number[]): Reading[] =>
  values.map((value, i) => ({
    value,
    createdAt: new Date(end - (values.length - 1 - i) * seconds * 1000).toISOString(),
  }))

/** A curve with excursions of one to forty readings, the same in each run. */
const curve = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const hot = i % 997 < (i / 997) % 40 ? 4 : 0
    return Number((5 + 2 * Math.sin(i / 171) + hot + ((i * 7919) % 13) / 20).toFixed(2))
  })

async function logOf(readings: readonly Reading[], input: Partial<SensorInput> = {}) {
  const api = sensors(world, owner)
  const { id } = await api.create({ body: { name: 'Log', type: 'temperature', unit: '°C', threshold: 8, ...input } })
  const params = { id }
  for (let from = 0; from < readings.length; from += 10_000)
    await api.addReadings({ params, body: { logs: readings.slice(from, from + 10_000) } })
  return (startTime: string, endTime: string) => api.log({ params, query: { startTime, endTime } })
}

const within = (readings: readonly Reading[], from: string, to: string) =>
  readings.filter(
    ({ createdAt }) => Date.parse(createdAt) >= Date.parse(from) && Date.parse(createdAt) <= Date.parse(to),
  )

/** The excursions of readings without gaps. */
function excursionsOfAll(readings: readonly Reading[], limits: ValueLimits): Excursion[] {
  const sides = readings.map(({ value }) => sideOf(value, limits))
  return readings.flatMap(({ createdAt: from }, first) => {
    const side = sides[first]
    if (!side || sides[first - 1] === side) return []
    const next = sides.findIndex((other, at) => at > first && other !== side)
    const values = readings.slice(first, next < 0 ? undefined : next).map(({ value }) => value)
    const peak = side === 'above' ? Math.max(...values) : Math.min(...values)
    return [{ side, from, to: readings.at(next)!.createdAt, peak }]
  })
}

function expected(readings: readonly Reading[], limits: ValueLimits) {
  const values = readings.map(({ value }) => value)
  const excursions = excursionsOfAll(readings, limits)
  const lengths = excursions.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 1000)
  return {
    min: Math.min(...values),
    max: Math.max(...values),
    mean: expect.closeTo(values.reduce((sum, value) => sum + value, 0) / values.length, 2),
    mkt: expect.closeTo(meanKineticTemperature(values)!, 2),
    outOfRangeSeconds: lengths.reduce((sum, length) => sum + length, 0),
    unknownSeconds: 0,
    excursions: excursions.slice(0, 1000),
  }
}

test.each([
  { name: 'all readings of a short range', count: 900, seconds: 60, points: 900, limit: 8, minimum: null },
  { name: 'a dense range from its readings', count: 20_000, seconds: 60, points: 1000, limit: 8, minimum: 3.9 },
  { name: 'a long range from its hours', count: 20_000, seconds: 600, points: 1000, limit: 8, minimum: 3.9 },
  { name: 'a range with a minimum only', count: 20_000, seconds: 60, points: 1000, limit: null, minimum: 3.9 },
])(
  '$name: the chart keeps the extremes of each part, and statistics equal those of all readings [SE01]',
  async (scene) => {
    const readings = readingsEvery(scene.seconds, curve(scene.count))
    const { limit, minimum } = scene
    const read = await logOf(readings, { threshold: limit, minimum })
    const [first, last] = [readings[0]!.createdAt, readings.at(-1)!.createdAt]
    const whole = await read(first, last)
    expect(whole.total).toBe(scene.count)
    expect(whole.statistics).toEqual(expected(readings, { limit, minimum }))
    expect(whole.logs.length).toBeLessThanOrEqual(scene.points)
    expect(whole.logs.length).toBeGreaterThan(scene.points / 3)
    const stored = new Map(readings.map(({ createdAt, value }) => [createdAt, value]))
    for (const { createdAt, value } of whole.logs) expect(stored.get(createdAt)).toBe(value)
    const times = whole.logs.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted())
    // No part of the time without a point: the chart reaches the peak of any 1/400 of the range.
    const span = Date.parse(last) - Date.parse(first)
    for (let part = 0; part < 400; part += 7) {
      const [from, to] = [part, part + 1].map((n) => new Date(Date.parse(first) + (span * n) / 400).toISOString())
      const wide = [Date.parse(from!) - span / 400, Date.parse(to!) + span / 400]
      const peak = Math.max(...within(readings, from!, to!).map(({ value }) => value))
      const near = whole.logs.filter(
        ({ createdAt }) => Date.parse(createdAt) >= wide[0]! && Date.parse(createdAt) <= wide[1]!,
      )
      expect(Math.max(...near.map(({ value }) => value))).toBeGreaterThanOrEqual(peak)
    }
    // A range that begins and ends within an hour.
    const from = readings[137]!.createdAt
    const to = readings[scene.count - 211]!.createdAt
    const part = await read(from, to)
    expect(part.total).toBe(scene.count - 347)
    expect(part.statistics).toEqual(expected(within(readings, from, to), { limit, minimum }))
  },
)

test('does not know what happened in a gap, and lets each reading count by its time [SE01]', async () => {
  const minutes = [0, 10, 20, 380, 390, 400, 460, 470]
  const values = [5, 9, 9, 9, 9, 5, 25, 5]
  const start = Date.parse('2026-10-20T06:00:00Z')
  const readings = values.map((value, at) => ({
    value,
    createdAt: new Date(start + minutes[at]! * 60_000).toISOString(),
  }))
  const { statistics } = await (await logOf(readings))(readings[0]!.createdAt, readings[7]!.createdAt)
  expect(statistics.unknownSeconds).toBe(6 * 3600)
  expect(statistics.outOfRangeSeconds).toBe(40 * 60)
  expect(statistics.excursions.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 60_000)).toEqual([
    10, 20, 10,
  ])
  const weights = [10, 10, 10, 10, 10, 60, 10, 10]
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  expect(statistics.mean).toBeCloseTo(values.reduce((sum, value, at) => sum + value * weights[at]!, 0) / total, 3)
  expect(statistics.mkt).toBeCloseTo(meanKineticTemperature(values, weights)!, 3)
})

test('computes the mean kinetic temperature in °C for a sensor in °F, and none for other types [SE01]', async () => {
  const readings = readingsEvery(60, [68, 77, 86])
  const range = [readings[0]!.createdAt, readings[2]!.createdAt] as const
  const fahrenheit = await (await logOf(readings, { unit: '°F', threshold: null }))(...range)
  expect(fahrenheit.statistics).toMatchObject({
    mkt: expect.closeTo(meanKineticTemperature([20, 25, 30])!, 3),
    excursions: [],
  })
  const light = await (await logOf(readings, { type: 'light', unit: 'lux', threshold: null }))(...range)
  expect(light.statistics).toMatchObject({ mkt: null, mean: 77 })
})

test('returns no statistics for a range without readings, and rejects a range of reversed times [SE01]', async () => {
  const { id } = await sensorOf(world, owner)
  const params = { id }
  const { total, logs, statistics } = await sensors(world, owner).log({ params, query: {} })
  expect({ total, logs, statistics }).toEqual({
    total: 0,
    logs: [],
    statistics: {
      min: null,
      max: null,
      mean: null,
      mkt: null,
      outOfRangeSeconds: 0,
      unknownSeconds: 0,
      excursions: [],
    },
  })
  const query = { startTime: '2026-05-02T00:00:00Z', endTime: '2026-05-01T00:00:00Z' }
  await expect(sensors(world, owner).log({ params, query })).rejects.toMatchObject({ code: 'sensor.badRange' })
  const far = { endTime: '9999-12-31T23:59:59.999Z' }
  await expect(sensors(world, owner).log({ params, query: far })).rejects.toMatchObject({ status: 400 })
})
