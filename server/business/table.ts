import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from '#server/core/db/columns.ts'

/** The registration facts of a merchant; `details` is as the contract shapes it, without `verified` and `verified_by`. */
export const business = pgTable('business', {
  id: id(),
  merchantId: uuid().notNull().unique(),
  registrationNo: text().notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull(),
  verified: boolean().notNull().default(false),
  verifiedBy: text(),
  /** Why it was rejected: set exactly while it is. */
  reviewNote: text(),
  createdAt: createdAt(),
  updatedAt: instant().notNull().defaultNow(),
})
