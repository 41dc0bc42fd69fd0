import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#server/core/db/columns.ts'
import type { CodeStatus, ScanKind } from '#shared/verify/contract.ts'

/**
 * One scan of a code. It contains no device address and no name: a visitor is a hash whose salt is deleted every day.
 *
 * Rows are only added, and found by their code. A primary key, or an index that no query uses, would be one more write
 * per scan.
 */
export const scan = pgTable(
  'scan',
  {
    /** The time of the row, not of its statement: scans that are stored together keep their order. */
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
    /** 12 bytes of a hash whose salt is deleted daily, then kind and version of the browser, 2 bytes each. */
    visitor: bytes(),
    /** The visit log of the code when its visits were last merged (shared/verdict/visits/visit-log-codec.ts). */
    trail: bytes(),
    /** The visits after that, including this one. */
    visits: bytes(),
  },
  (table) => [index('scan_address').on(table.address, table.at)],
)

/** Hashes addresses into visitors. The table has one row, of today: see daily-salt.ts. */
export const dailySalt = pgTable('daily_salt', {
  /** Days since 1970, in UTC. */
  day: integer().primaryKey(),
  salt: bytes().notNull(),
})
