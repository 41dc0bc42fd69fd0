import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from '#server/core/db/columns.ts'

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
