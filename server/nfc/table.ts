import { bytes, createdAt, instant } from '#server/core/db/columns.ts'
import { index, integer, pgTable, primaryKey, text, uuid } from '#server/core/drizzle/pg-core.ts'

/** The chip of a code. Its keys are derived and not stored. A UID is unique for its merchant only, so that nobody can occupy another's. */
export const nfcTag = pgTable(
  'nfc_tag',
  {
    merchantId: uuid().notNull(),
    /** 7 bytes. */
    uid: bytes().notNull(),
    address: uuid().notNull().unique(),
    orderId: uuid().notNull(),
    /** The list that bound it: sent again, it gets the same keys. */
    uploadId: uuid().notNull(),
    createdAt: createdAt(),
    /** The counter of the newest tap, which never falls; 0 before the first one. */
    lastCtr: integer().notNull().default(0),
    /** When that was, and the visitor of that day as a hash: see `ScanContext`. */
    tappedAt: instant(),
    visitor: text(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.uid] })],
)

/** Tags of an order, and those that were tapped. Without a row there are none. */
export const nfcTotal = pgTable(
  'nfc_total',
  {
    orderId: uuid().primaryKey(),
    merchantId: uuid().notNull(),
    tagged: integer().notNull(),
    tapped: integer().notNull().default(0),
  },
  (table) => [index('nfc_total_merchant').on(table.merchantId)],
)
