import { bigint, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#server/core/db/columns.ts'

/**
 * Numbers of scans of a product and day (UTC), kept by the job `insights.sums`. A row with the SKU 0 has those of all products
 * of the merchant. The arrays contain what is not zero, so that a row of a product that is rarely scanned stays small:
 * - `verify`, `redirect`: slot of the day (quarter-hour) · 2^24 + scans
 * - `systems`: number of the operating system · 2^24 + scans
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
    systems: integer().array().notNull(),
    slotSystems: bigint({ mode: 'number' }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.skuId, table.day] })],
)

/** Until which scan the sums contain all scans. One row. */
export const scanSumsMark = pgTable('scan_sums_mark', {
  id: integer().primaryKey(),
  /** Scans before this time are in the sums. */
  countedTo: instant().notNull(),
})
