import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { check, index, pgTable, text, unique, uuid } from '#server/core/drizzle/pg-core.ts'
import type { HostRequestState, HostUse } from '#shared/customization/host-contract.ts'

/** A host that a merchant has asked for. The approved hosts themselves are features of the merchant. */
export const hostRequest = pgTable(
  'host_request',
  {
    id: id(),
    merchantId: uuid().notNull(),
    use: text().$type<HostUse>().notNull(),
    host: text().notNull(),
    state: text().$type<HostRequestState>().notNull().default('waiting'),
    /** The administrator's reason of a rejection. */
    note: text().notNull().default(''),
    createdAt: createdAt(),
    decidedAt: instant(),
  },
  (table) => [
    unique('host_request_once').on(table.merchantId, table.use, table.host),
    index('host_request_created').on(table.merchantId, table.createdAt, table.id),
    index('host_request_state').on(table.state, table.createdAt, table.id),
    check('host_request_use', sql`use in ('redirect', 'embed')`),
    check('host_request_state', sql`state in ('waiting', 'approved', 'rejected')`),
  ],
)
