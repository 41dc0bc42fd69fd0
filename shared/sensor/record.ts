import { z } from 'zod'
import { Id, SingleLine, UserDateTime } from '#shared/core/fields/fields.ts'
import { maxReadings } from './contract.ts'

/** The name of the entity on devices, equal to the name of its table. */
export const sensorEntryEntity = 'sensor_entry'

/** The first moment after the years of `UserDateTime`. */
const lastInstantMs = Date.UTC(2200)

/** Readings in two columns, because a push has room for 10,000 of them in this shape only. `at`: milliseconds since 1970. */
const ReadingColumns = z
  .object({
    at: z.array(z.int().min(0).max(lastInstantMs)).max(maxReadings - 1),
    value: z.array(z.number()),
  })
  .refine(({ at, value }) => at.length === value.length)

/** A reading that a person typed, or the readings of a tag. Values are in the unit of the sensor. */
export const SensorEntryInput = z.object({
  sensorId: Id,
  /** Of a tag, this is the last reading; `others` are the earlier ones. */
  value: z.number('Please enter a number'),
  measuredAt: UserDateTime,
  /** The other readings of a tag. */
  others: ReadingColumns.optional(),
  /** The serial number of the tag; empty if it does not reveal one. */
  tag: SingleLine(100).optional(),
})
export type SensorEntryInput = z.infer<typeof SensorEntryInput>

/**
 * The entry as devices store it. `name`: the name of the sensor, for lists of unsent work; only on the device that captured it. `readings`:
 * their number, from the server, which leaves out the others.
 */
export type SensorEntryView = SensorEntryInput & { name?: string; readings?: number; createdAt?: string }
