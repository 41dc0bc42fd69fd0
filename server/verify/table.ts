import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#server/core/db/columns.ts'
import type { CodeStatus, ScanKind } from '#shared/verify/contract.ts'

/**
 * One look at a code. No address of a device and no name: a visitor is a hash whose salt is forgotten every day.
 *
 * Rows are only ever added, and found by their code. A key of their own, or an index that nobody asks yet, would be one more
 * to write with each scan.
 */
export const scan = pgTable(
  'scan',
  {
    /** Of the row, not of its statement: scans that are stored together keep their order. */
    at: instant().notNull().default(sql`clock_timestamp()`),
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    orderId: uuid().notNull(),
    address: uuid(),
    kind: text().$type<ScanKind>().notNull(),
    verdict: text().$type<CodeStatus>().notNull(),
    country: text(),
    region: text(),
    city: text(),
    lat: doublePrecision(),
    lng: doublePrecision(),
    os: text(),
    /** 12 bytes of a hash whose salt is forgotten daily, then kind and version of the browser, 2 bytes each. */
    visitor: bytes(),
    /** What the code remembered of its visits when they were last counted up (shared/verdict/visits/visit-log-codec.ts). */
    trail: bytes(),
    /** Those since then, this one with them. */
    visits: bytes(),
  },
  (table) => [index('scan_address').on(table.address, table.at)],
)

/** What turns addresses into visitors. There is one row, of today: see salt.ts. */
export const dailySalt = pgTable('daily_salt', {
  /** Days since 1970, in UTC. */
  day: integer().primaryKey(),
  salt: bytes().notNull(),
})
