import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
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
  uniqueIndex,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type { TagFailure } from '#server/core/tag-service/error.ts'
import { pack } from '#server/pack/table.ts'
import type { Language } from '#shared/core/i18n/language.ts'

export const logistic = pgTable(
  'logistic',
  {
    id: id(),
    merchantId: uuid().notNull(),
    /** The number that people see. */
    identifier: text().notNull(),
    recipient: text().notNull(),
    note: text().notNull(),
    /** Number of codes in the shipment. */
    quantity: integer().notNull(),
    /** The id of the temperature tag in the shipment. */
    manufacturerId: text(),
    /** °C: readings below it are excursions. */
    minlimit: doublePrecision(),
    shippedAt: instant(),
    deliveredAt: instant(),
    /** Name of the person who received it. */
    receiver: text().notNull().default(''),
    loggingEndedAt: instant(),
    /** Counts the changes. Maintained by the trigger `sync_version`. */
    ver: integer().notNull().default(1),
    /** SHA-256 of the input that created it: the same shipment sent twice is one shipment. */
    draftHash: bytes().notNull(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
    removedAt: instant(),
  },
  (table) => [
    unique('logistic_of_merchant').on(table.merchantId, table.id),
    // One for each sort order of the list.
    index('logistic_created').on(table.merchantId, table.createdAt, table.id).where(sql`removed_at is null`),
    index('logistic_identifier').on(table.merchantId, table.identifier, table.id).where(sql`removed_at is null`),
    index('logistic_recipient').on(table.merchantId, table.recipient, table.id).where(sql`removed_at is null`),
    index('logistic_quantity').on(table.merchantId, table.quantity, table.id).where(sql`removed_at is null`),
    index('logistic_shipped').on(table.merchantId, table.shippedAt, table.id).where(sql`removed_at is null`),
    // The shipments with the same tag.
    index('logistic_tag').on(table.merchantId, table.manufacturerId).where(sql`manufacturer_id is not null`),
    index('logistic_delivered').on(table.merchantId, table.deliveredAt, table.id).where(sql`removed_at is null`),
    // The shipments whose events are written.
    index('logistic_updated').on(table.updatedAt),
    check('logistic_quantity', sql`quantity > 0`),
  ],
)

/**
 * A code in a shipment. `isOpen`: the shipment is neither delivered nor removed. A code is in at most one open
 * shipment.
 */
export const logisticItem = pgTable(
  'logistic_item',
  {
    merchantId: uuid().notNull(),
    logisticId: uuid().notNull(),
    /** Without a foreign key, which would lock each of 100,000 codes: the addresses are checked before, and codes stay. */
    address: uuid().notNull(),
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

/**
 * A package that was named when a shipment was made: a pallet, or a case on no pallet. Its codes are in `logisticItem`. It stays here when
 * it is taken apart.
 */
export const logisticPack = pgTable(
  'logistic_pack',
  {
    merchantId: uuid().notNull(),
    logisticId: uuid().notNull(),
    packId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.logisticId, table.packId] }),
    index('logistic_pack_pack').on(table.packId),
    foreignKey({
      name: 'logistic_pack_logistic',
      columns: [table.merchantId, table.logisticId],
      foreignColumns: [logistic.merchantId, logistic.id],
    }),
    foreignKey({
      name: 'logistic_pack_of_merchant',
      columns: [table.merchantId, table.packId],
      foreignColumns: [pack.merchantId, pack.id],
    }),
  ],
)

/** A temperature in °C that the tag of a shipment recorded. */
export const logisticReading = pgTable(
  'logistic_reading',
  {
    merchantId: uuid().notNull(),
    logisticId: uuid().notNull(),
    at: instant().notNull(),
    temp: doublePrecision().notNull(),
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

/**
 * The state of the log of a shipment. It is not in `logistic`, whose changes are sent to all devices. `makeLogsDue`
 * adds the row, and makes it due when the tag or the end of the log changes.
 */
export const logisticLog = pgTable(
  'logistic_log',
  {
    merchantId: uuid().notNull(),
    logisticId: uuid().primaryKey(),
    /** The tag whose readings are stored. */
    tag: text(),
    /** When a person started the tag. */
    startedAt: instant(),
    /** Limit of the tag (°C): readings at or above it are excursions. */
    maxlimit: doublePrecision(),
    /** The last successful pull. */
    pulledAt: instant(),
    /** Why pulls have failed since then; null if the last one succeeded. */
    failure: text().$type<TagFailure>(),
    /** Failures of this tag in a row. */
    failures: integer().notNull().default(0),
    /** Null: the log is complete. */
    nextPullAt: instant().defaultNow(),
  },
  (table) => [
    index('logistic_log_due').on(table.nextPullAt).where(sql`next_pull_at is not null`),
    index('logistic_log_pulled').on(table.pulledAt),
    foreignKey({
      name: 'logistic_log_logistic',
      columns: [table.merchantId, table.logisticId],
      foreignColumns: [logistic.merchantId, logistic.id],
    }),
  ],
)

/**
 * A cold-chain report, stored as it was made: its file is anchored by its SHA-256, see `commitFile`. The same log described
 * in the same words is one report.
 */
export const logisticReport = pgTable(
  'logistic_report',
  {
    id: id(),
    merchantId: uuid().notNull(),
    logisticId: uuid().notNull(),
    /** SHA-256 of the whole content of the report, except the time at which it was made. */
    contentHash: bytes().notNull(),
    /** SHA-256 of `file`, and the root of its commitment. */
    sha256: bytes().notNull(),
    /** The PDF. */
    file: bytes().notNull(),
    language: text().$type<Language>().notNull(),
    /** Number of readings, and whether none can be added. */
    readings: integer().notNull(),
    complete: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('logistic_report_once').on(table.merchantId, table.logisticId, table.contentHash),
    index('logistic_report_created').on(table.merchantId, table.logisticId, table.createdAt, table.id),
    foreignKey({
      name: 'logistic_report_logistic',
      columns: [table.merchantId, table.logisticId],
      foreignColumns: [logistic.merchantId, logistic.id],
    }),
  ],
)

export const claimKinds = ['arrived', 'endSensorLogging'] as const
export type ClaimKind = (typeof claimKinds)[number]

/**
 * A claim about a shipment by a person who scanned one of its codes. The hash of the token makes the token single-use.
 */
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
