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
  text,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import { logistic } from '#server/logistic/table.ts'
import { sensor } from '#server/sensor/table.ts'
import type { LimitSide } from '#shared/sensor/limits.ts'

/** The rule for the tags of all shipments of a merchant. Without a row, the limit of the tag counts at once. */
export const shipmentRule = pgTable('shipment_rule', {
  merchantId: uuid().primaryKey(),
  /** °C. Null: the limit of the tag. */
  limit: doublePrecision(),
  alarmMinutes: integer().notNull(),
  alarmTotalMinutes: integer(),
  alarmMails: boolean().notNull(),
})

/**
 * An excursion of a sensor or of a shipment. The excursions of one subject on one side do not overlap: they are written under a lock of
 * their subject, and one that overlaps a row extends it.
 */
export const temperatureAlarm = pgTable(
  'temperature_alarm',
  {
    id: id(),
    merchantId: uuid().notNull(),
    sensorId: uuid(),
    logisticId: uuid(),
    unit: text().notNull(),
    side: text().$type<LimitSide>().notNull().default('above'),
    /** The limit on this side when the alarm was raised. */
    limit: doublePrecision().notNull(),
    fromAt: instant().notNull(),
    toAt: instant().notNull(),
    peak: doublePrecision().notNull(),
    /** More readings can follow, and none is back in range yet. */
    isOpen: boolean().notNull().default(false),
    createdAt: createdAt(),
    acknowledgedAt: instant(),
    /** A mail is still to be written. */
    mailDue: boolean().notNull().default(false),
    mailedAt: instant(),
  },
  (table) => [
    index('temperature_alarm_created').on(table.merchantId, table.createdAt, table.id),
    // The dashboard counts the alarms that are not acknowledged.
    index('temperature_alarm_open').on(table.merchantId).where(sql`acknowledged_at is null`),
    index('temperature_alarm_mail').on(table.merchantId).where(sql`mail_due`),
    index('temperature_alarm_mailed').on(table.merchantId, table.mailedAt).where(sql`mailed_at is not null`),
    index('temperature_alarm_sensor').on(table.sensorId, table.fromAt).where(sql`sensor_id is not null`),
    index('temperature_alarm_logistic').on(table.logisticId, table.fromAt).where(sql`logistic_id is not null`),
    foreignKey({
      name: 'temperature_alarm_sensor',
      columns: [table.merchantId, table.sensorId],
      foreignColumns: [sensor.merchantId, sensor.id],
    }),
    foreignKey({
      name: 'temperature_alarm_logistic',
      columns: [table.merchantId, table.logisticId],
      foreignColumns: [logistic.merchantId, logistic.id],
    }),
    check('temperature_alarm_side', sql`side in ('above', 'below')`),
    check('temperature_alarm_subject', sql`num_nonnulls(sensor_id, logistic_id) = 1`),
  ],
)
