import { merchant } from '#server/core/auth/table.ts'
import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { boolean, check, index, pgTable, text, unique, uniqueIndex, uuid } from '#server/core/drizzle/pg-core.ts'
import type { BrandHostFault, BrandHostState } from '#shared/core/host/brand-host.ts'

/** Custom domains of merchants. In core, because they decide what a request gets before any domain sees it. */
export const brandHost = pgTable(
  'brand_host',
  {
    id: id(),
    merchantId: uuid()
      .notNull()
      .references(() => merchant.id),
    /** In lower case and punycode, without a port. */
    host: text().notNull(),
    /** The content of its TXT record, and what it answers at the path of the challenge. It is public. */
    token: text().notNull(),
    state: text().$type<BrandHostState>().notNull().default('pending'),
    /** Whether new orders print it; at most one of a merchant. */
    isPrinted: boolean().notNull().default(false),
    fault: text().$type<BrandHostFault>(),
    /** What the check has found instead. */
    found: text().notNull().default(''),
    checkedAt: instant(),
    /** When a person asked for a check. It runs until `checkedAt` is later. */
    askedAt: instant(),
    nextCheckAt: instant().notNull().defaultNow(),
    /** While it is pending, checks and certificates end at this time. */
    awaitedUntil: instant().notNull(),
    failingSince: instant(),
    /** When the owners got the mail about this failure. */
    toldAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('brand_host_of_merchant').on(table.merchantId, table.host),
    // Several merchants may claim a host, and one can prove it.
    uniqueIndex('brand_host_proven').on(table.host).where(sql`state <> 'pending'`),
    uniqueIndex('brand_host_printed').on(table.merchantId).where(sql`is_printed`),
    index('brand_host_host').on(table.host),
    index('brand_host_due').on(table.nextCheckAt),
    check('brand_host_state', sql`state in ('pending', 'active', 'failing')`),
    check('brand_host_is_printed', sql`not is_printed or state <> 'pending'`),
    check(
      'brand_host_fault',
      sql`(state = 'failing') = (failing_since is not null) and (state <> 'active' or fault is null)`,
    ),
    check('brand_host_letters', sql`length(host) between 4 and 64`),
  ],
)
