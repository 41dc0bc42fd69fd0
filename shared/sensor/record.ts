import { z } from 'zod'
import { Id, UserDateTime } from '#shared/core/fields/fields.ts'

/** The name of the entity on devices, equal to the name of its table. */
export const sensorEntryEntity = 'sensor_entry'

/** A reading that a person typed. The value is in the unit of the sensor. */
export const SensorEntryInput = z.object({
  sensorId: Id,
  value: z.number('Please enter a number'),
  measuredAt: UserDateTime,
})
export type SensorEntryInput = z.infer<typeof SensorEntryInput>

/** As devices store it. `name`: of the sensor, for lists of unsent work; only on the device that captured it. */
export type SensorEntryView = SensorEntryInput & { name?: string; createdAt?: string }
