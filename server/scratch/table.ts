import { bytes, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { index, integer, pgTable, text, uuid } from '#server/core/drizzle/pg-core.ts'

/**
 * The first opening of a code with its scratch code: a row is never replaced by a later opening. The scratch code itself is
 * derived and not stored. The visitor is known for a day only, and nothing else describes a person.
 */
export const codeOpening = pgTable(
  'code_opening',
  {
    address: uuid().primaryKey(),
    merchantId: uuid().notNull(),
    orderId: uuid().notNull(),
    openedAt: instant().notNull().defaultNow(),
    /** ISO 3166 alpha-2, and the city; empty if unknown, and after the retention of scans. */
    country: text().notNull(),
    city: text().notNull(),
    /** Hash of the visitor of this day. */
    visitor: bytes(),
    /** Hash of the idempotency key of the call, if it had one. */
    key: bytes(),
    /** When its first owner claimed the item. Null without an owner: the four columns below are null then, too. */
    claimedAt: instant(),
    /** When the newest link of an owner was made: by the claim, a transfer or the recovery code. */
    linkedAt: instant(),
    /** Hashes of the secret of the owner's link and of the recovery code. */
    owner: bytes(),
    recovery: bytes(),
  },
  (table) => [index('code_opening_age').on(table.openedAt).where(sql`visitor is not null`)],
)

/** Openings and owners of the codes of an order. Without a row there are none. */
export const openingTotal = pgTable('opening_total', {
  orderId: uuid().primaryKey(),
  merchantId: uuid().notNull(),
  opened: integer().notNull(),
  claimed: integer().notNull().default(0),
})
