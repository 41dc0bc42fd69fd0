import { plan } from '#server/billing/table.ts'
import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { index, pgTable, text, uuid } from '#server/core/drizzle/pg-core.ts'

/** A merchant's message to support, stored in addition to the mail. */
export const supportMessage = pgTable(
  'support_message',
  {
    id: id(),
    merchantId: uuid().notNull(),
    /** The address for the reply: that of the account that wrote. */
    email: text().notNull(),
    planId: uuid().references(() => plan.id),
    message: text().notNull(),
    createdAt: createdAt(),
    doneAt: instant(),
  },
  (table) => [index('support_message_created').on(table.merchantId, table.createdAt)],
)
