import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { boolean, check, jsonb, pgTable, primaryKey, text, uuid } from '#server/core/drizzle/pg-core.ts'

/** The registration data of a merchant. `details` has the contract's shape, without `verified` and `verified_by`. */
export const business = pgTable('business', {
  id: id(),
  merchantId: uuid().notNull().unique(),
  registrationNo: text().notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull(),
  verified: boolean().notNull().default(false),
  verifiedBy: text(),
  /** The reason of the rejection; set exactly while the business is rejected. */
  reviewNote: text(),
  /** A new company name that waits for a review. Shoppers see the old one until then. */
  requestedName: text(),
  createdAt: createdAt(),
  updatedAt: instant().notNull().defaultNow(),
})

/**
 * Public keys (Ed25519) that merchants have registered. Only the merchant has the private ones. Keys are never removed, because
 * payloads name them: a former one has the time when it was replaced or withdrawn.
 */
export const merchantKey = pgTable(
  'merchant_key',
  {
    merchantId: uuid().notNull(),
    /** 32 bytes. */
    key: bytes().notNull(),
    /** The signature of this key over `keyStatement`, which proves that the merchant has the private key. 64 bytes. */
    signature: bytes().notNull(),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.key] }),
    check('merchant_key_bytes', sql`octet_length(key) = 32 and octet_length(signature) = 64`),
  ],
)
