import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type { SensorType, SensorUnit } from '#shared/sensor/units.ts'

export const sensor = pgTable(
  'sensor',
  {
    id: id(),
    merchantId: uuid().notNull(),
    name: text().notNull(),
    model: text().notNull(),
    type: text().$type<SensorType>().notNull(),
    unit: text().$type<SensorUnit>().notNull(),
    location: text().notNull(),
    threshold: doublePrecision(),
    minimum: doublePrecision(),
    alarmMinutes: integer().notNull().default(0),
    alarmTotalMinutes: integer(),
    alarmMails: boolean().notNull().default(true),
    createdAt: createdAt(),
    /** Forms, submissions and readings refer to a removed sensor, so its row stays. */
    removedAt: instant(),
  },
  (table) => [
    unique('sensor_of_merchant').on(table.merchantId, table.id),
    index('sensor_created').on(table.merchantId, table.createdAt, table.id).where(sql`removed_at is null`),
    check(
      'sensor_unit',
      sql`(type, unit) in (('temperature', '°C'), ('temperature', '°F'), ('humidity', '%RH'), ('light', 'lux'), ('vibration', 'g'))`,
    ),
  ],
)

/**
 * A reading, stored once and never changed. The columns of fixed width stand first, so that no row has padding. The
 * reference to the sensor is checked once for each statement, see `guard_reference` in guard/integrity.sql.
 */
export const sensorReading = pgTable(
  'sensor_reading',
  {
    at: instant().notNull(),
    /** In the unit of the sensor. */
    value: doublePrecision().notNull(),
    sensorId: uuid().notNull(),
    merchantId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sensorId, table.at] })],
)

/**
 * The readings of each hour of a sensor in one row, written in the statement that stores the readings. Lists, charts of
 * long ranges and statistics read these rows instead of the readings.
 */
export const sensorHour = pgTable(
  'sensor_hour',
  {
    sensorId: uuid().notNull(),
    merchantId: uuid().notNull(),
    hour: instant().notNull(),
    n: integer().notNull(),
    sum: doublePrecision().notNull(),
    min: doublePrecision().notNull(),
    minAt: instant().notNull(),
    max: doublePrecision().notNull(),
    maxAt: instant().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** The sum of exp(-10000 K / T), from which the mean kinetic temperature follows. Null for other types. */
    kinetic: doublePrecision(),
  },
  (table) => [
    primaryKey({ columns: [table.sensorId, table.hour] }),
    foreignKey({
      name: 'sensor_hour_sensor',
      columns: [table.merchantId, table.sensorId],
      foreignColumns: [sensor.merchantId, sensor.id],
    }),
  ],
)

/**
 * The sensors with readings that were not searched for excursions yet. A transaction that stores readings holds a share lock of
 * the sensor; one that searches them locks the sensor first and then deletes this row, so that no reading is left out.
 */
export const sensorDue = pgTable(
  'sensor_due',
  {
    sensorId: uuid().primaryKey(),
    merchantId: uuid().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'sensor_due_sensor',
      columns: [table.merchantId, table.sensorId],
      foreignColumns: [sensor.merchantId, sensor.id],
    }),
  ],
)

/**
 * A reading that a person typed, or the readings that a phone read from a tag, perhaps without a connection. Devices send
 * and receive it as a record; all its readings are in `sensor_reading`.
 */
export const sensorEntry = pgTable(
  'sensor_entry',
  {
    id: id(),
    merchantId: uuid().notNull(),
    sensorId: uuid().notNull(),
    /** Time and value of the typed reading, or of the last reading of the tag. */
    measuredAt: instant().notNull(),
    value: doublePrecision().notNull(),
    /** Number of readings: 1 if typed. */
    readings: integer().notNull().default(1),
    /** The serial number of the tag, empty if unknown. Null if typed. */
    tag: text(),
    /** Maintained by the trigger `sync_version`. */
    ver: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    index('sensor_entry_created').on(table.merchantId, table.createdAt, table.id),
    foreignKey({
      name: 'sensor_entry_sensor',
      columns: [table.merchantId, table.sensorId],
      foreignColumns: [sensor.merchantId, sensor.id],
    }),
  ],
)
