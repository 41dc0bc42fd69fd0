import { enqueueEntry } from '#client/readings/enqueue-entry.ts'
import type { KnownSensor } from '#client/readings/known-sensors.ts'
import type { TagSeries } from '#shared/sensor/senml/read-senml.ts'
import { convertTemperature } from '#shared/sensor/units.ts'

/** Stores a series of a tag for a sensor, as one operation. @param tag the serial number; empty if unknown */
export async function saveSeries({ unit, readings }: TagSeries, sensor: KnownSensor, tag: string): Promise<void> {
  const others = readings.slice(0, -1)
  const last = readings.at(-1)!
  const converted = ({ value }: { value: number }) => convertTemperature(value, unit, sensor.unit)
  await enqueueEntry({
    sensorId: sensor.id,
    name: sensor.name,
    tag,
    value: converted(last),
    measuredAt: new Date(last.at).toISOString(),
    ...(others.length > 0 && { others: { at: others.map(({ at }) => at), value: others.map(converted) } }),
  })
}
