import { account } from '#server/core/auth/table.ts'
import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type { InsightsView } from '#shared/insights/view-contract.ts'

/**
 * Numbers of scans of a product and day (UTC), kept by the job `insights.sums`. A row with the SKU 0 has those of all products
 * of the merchant. The arrays contain only numbers above zero, so that a row of a product that is rarely scanned stays small:
 * - `verify`, `redirect`: slot of the day (quarter-hour) · 2^24 + scans
 * - `systems`: number of the operating system · 2^32 + scans
 * - `slot_systems`: (slot · 32 + system) · 2^32 + scans, for the first and the last day of a range
 */
export const scanDay = pgTable(
  'scan_day',
  {
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    day: date().notNull(),
    verify: integer().array().notNull(),
    redirect: integer().array().notNull(),
    systems: bigint({ mode: 'number' }).array().notNull(),
    slotSystems: bigint({ mode: 'number' }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.skuId, table.day] })],
)

/**
 * The scans of a product and month (UTC) by place, kept by the same job; the SKU 0 again stands for all products. The places
 * are divided into `placeBuckets` rows by their number, so that a row of one place reads few scans of others.
 * - `scans`: 8 bytes for each scan, see place-entry.ts
 * - `totals`, `suspicious`: place · 2^32 + scans; the second one of suspicious scans only
 */
export const scanPlaceMonth = pgTable(
  'scan_place_month',
  {
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    month: date().notNull(),
    bucket: smallint().notNull(),
    totals: bigint({ mode: 'number' }).array().notNull(),
    suspicious: bigint({ mode: 'number' }).array().notNull(),
    scans: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.skuId, table.month, table.bucket] })],
)

/** The watermark of the sums of scans: they contain all earlier scans. One row. */
export const scanSumsMark = pgTable('scan_sums_mark', {
  id: integer().primaryKey(),
  /** Scans before this time are in the sums. */
  countedTo: instant().notNull(),
})

const ofAccount = () =>
  uuid()
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' })

/** The saved views of the screen. They belong to one account. */
export const insightsView = pgTable(
  'insights_view',
  {
    id: id(),
    merchantId: uuid().notNull(),
    accountId: ofAccount(),
    name: text().notNull(),
    view: jsonb().$type<InsightsView>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('insights_view_name').on(table.merchantId, table.accountId, sql`lower(${table.name})`)],
)

/**
 * The accounts that chose the weekly summary by mail. A row stays when it is switched off, so that links of old mails stay
 * valid.
 */
export const weeklySummary = pgTable(
  'weekly_summary',
  {
    accountId: ofAccount().primaryKey(),
    merchantId: uuid().notNull(),
    isOn: boolean().notNull(),
    /** The IANA time zone in which weeks begin. */
    timeZone: text().notNull(),
    /** When the next summary is written. It moves in the transaction that writes one. */
    dueAt: instant().notNull(),
    /** With this token one can only unsubscribe from the mails. */
    token: uuid().notNull().defaultRandom(),
  },
  (table) => [
    index('weekly_summary_due').on(table.dueAt).where(sql`is_on`),
    uniqueIndex('weekly_summary_token').on(table.token),
  ],
)
