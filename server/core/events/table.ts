import { createdAt, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from '#server/core/drizzle/pg-core.ts'

/** Events that not all subscribers have handled yet. */
export const domainEvent = pgTable(
  'domain_event',
  {
    /** Ascending in the order of the events of a subject. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    merchantId: uuid().notNull(),
    name: text().notNull(),
    subject: uuid().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
    /** The subscribers that have handled it, when another one has failed. */
    handledBy: text().array().notNull().default([]),
    failures: integer().notNull().default(0),
    /** It is not delivered before, nor are later events of its subject. */
    dueAt: instant().notNull().defaultNow(),
  },
  (table) => [index('domain_event_failed').on(table.subject, table.id).where(sql`failures > 0`)],
)
