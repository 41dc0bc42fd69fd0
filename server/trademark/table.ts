import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { check, index, jsonb, pgTable, text, unique, uuid } from '#server/core/drizzle/pg-core.ts'

export const trademark = pgTable(
  'trademark',
  {
    id: id(),
    merchantId: uuid().notNull(),
    registrationName: text().notNull(),
    registrationNo: text().notNull(),
    applicantName: text().notNull(),
    applicantAddress: text().notNull(),
    country: text().notNull(),
    status: text().notNull().default('Pending Approval'),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    verifiedBy: text(),
    reviewNote: text(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    // Required by composite foreign keys. Foreign keys ignore row policies, so they contain the merchant.
    unique('trademark_of_merchant').on(table.merchantId, table.id),
    index('trademark_created').on(table.merchantId, table.createdAt),
    check('trademark_status', sql`status in ('Pending Approval', 'Approved', 'Rejected', 'Request Changes')`),
  ],
)
