import type { Person, TestApp } from '#server/core/test/harness.ts'
import { type Sensor, sensorContract } from '#shared/sensor/contract.ts'

export const sensors = (world: TestApp, person?: Person) => world.api(sensorContract, person)

const minuteMs = 60_000

/** Values measured once a minute, of which the last was measured at `end`. */
export const everyMinute = (values: readonly number[], end = Date.now()) =>
  values.map((value, i) => ({ value, createdAt: new Date(end - (values.length - 1 - i) * minuteMs).toISOString() }))

/** A thermometer with a threshold of 8 °C and these readings, one a minute until now. */
export async function sensorOf(world: TestApp, person: Person, values: readonly number[] = []): Promise<Sensor> {
  const api = sensors(world, person)
  const made = await api.create({
    body: { name: 'Cold store', model: 'T-100', type: 'temperature', unit: '°C', location: 'Port Klang', threshold: 8 },
  })
  if (values.length > 0) await api.addReadings({ params: { id: made.id }, body: { logs: everyMinute(values) } })
  return made
}
