import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { code } from '#server/order/table.ts'

export const logistic = pgTable(
  'logistic',
  {
    id: id(),
    merchantId: uuid().notNull(),
    /** The number people see. */
    identifier: text().notNull(),
    recipient: text().notNull(),
    note: text().notNull(),
    /** How many codes travel. */
    quantity: integer().notNull(),
    /** Of the temperature tag that travels along. */
    manufacturerId: text(),
    shippedAt: instant(),
    deliveredAt: instant(),
    loggingEndedAt: instant(),
    /** Counts the changes. Kept by the trigger `sync_version`. */
    ver: integer().notNull().default(1),
    /** SHA-256 of what it was created from: the same shipment sent twice is one shipment. */
    draftHash: bytes().notNull(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
    removedAt: instant(),
  },
  (table) => [
    unique('logistic_of_merchant').on(table.merchantId, table.id),
    index('logistic_created').on(table.merchantId, table.createdAt),
    check('logistic_quantity', sql`quantity > 0`),
  ],
)

/** A code in a shipment. `isOpen`: the shipment was neither delivered nor removed; a code is in one such shipment only. */
export const logisticItem = pgTable(
  'logistic_item',
  {
    merchantId: uuid().notNull(),
    logisticId: uuid().notNull(),
    address: uuid()
      .notNull()
      .references(() => code.address),
    isOpen: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.logisticId, table.address] }),
    uniqueIndex('logistic_item_open').on(table.address).where(sql`is_open`),
    index('logistic_item_address').on(table.address),
    foreignKey({
      name: 'logistic_item_logistic',
      columns: [table.merchantId, table.logisticId],
      foreignColumns: [logistic.merchantId, logistic.id],
    }),
  ],
)

/** What the temperature tag of a shipment felt, in °C. */
export const logisticReading = pgTable(
  'logistic_reading',
  {
    merchantId: uuid().notNull(),
    logisticId: uuid().notNull(),
    at: instant().notNull(),
    temp: real().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.logisticId, table.at] }),
    foreignKey({
      name: 'logistic_reading_logistic',
      columns: [table.merchantId, table.logisticId],
      foreignColumns: [logistic.merchantId, logistic.id],
    }),
  ],
)

export const claimKinds = ['arrived', 'endSensorLogging'] as const
export type ClaimKind = (typeof claimKinds)[number]

/** What somebody who scanned a code said of its shipment. The hash of the token makes the token good for one use. */
export const logisticClaim = pgTable(
  'logistic_claim',
  {
    hash: bytes().primaryKey(),
    merchantId: uuid().notNull(),
    logisticId: uuid().notNull(),
    address: uuid().notNull(),
    kind: text().$type<ClaimKind>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('logistic_claim_logistic').on(table.merchantId, table.logisticId),
    foreignKey({
      name: 'logistic_claim_logistic',
      columns: [table.merchantId, table.logisticId],
      foreignColumns: [logistic.merchantId, logistic.id],
    }),
    check('logistic_claim_kind', sql`kind in ('arrived', 'endSensorLogging')`),
  ],
)
