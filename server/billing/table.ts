import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  unique,
  uuid,
} from '#server/core/drizzle/pg-core.ts'

export const plan = pgTable(
  'plan',
  {
    id: id(),
    title: text().notNull(),
    price: numeric({ mode: 'number' }),
    promoPrice: numeric({ mode: 'number' }),
    codes: integer().notNull(),
    description: text().notNull().default(''),
    validity: integer().notNull(),
    validityUnit: text().$type<'year' | 'month' | 'day'>().notNull(),
    /** A merchant without a purchase gets this plan as its trial when its business is approved. */
    onApproval: boolean().notNull().default(false),
    /** A removed plan is kept for the entries that were bought with it. */
    removedAt: instant(),
    createdAt: createdAt(),
  },
  () => [check('plan_codes', sql`codes > 0`), check('plan_validity', sql`validity > 0`)],
)

type BillingKind = 'plan' | 'trial'

/** A purchase at the price of that day. */
export const billingEntry = pgTable(
  'billing_entry',
  {
    id: id(),
    /** The number of the invoice. Numbers of undone transactions are left out. */
    number: integer().generatedAlwaysAsIdentity(),
    merchantId: uuid().notNull(),
    planId: uuid().references(() => plan.id),
    kind: text().$type<BillingKind>().notNull(),
    codes: integer().notNull(),
    currency: text().notNull().default('USD'),
    priceCreate: numeric({ mode: 'number' }),
    description: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    index('billing_entry_merchant').on(table.merchantId, table.createdAt, table.id),
    index('billing_entry_created').on(table.createdAt, table.id),
  ],
)

/** The balance that orders debit: always the sum of the ledger, never below zero. */
export const wallet = pgTable(
  'wallet',
  {
    merchantId: uuid().primaryKey(),
    remaining: bigint({ mode: 'number' }).notNull().default(0),
    used: bigint({ mode: 'number' }).notNull().default(0),
    active: boolean().notNull().default(true),
    trial: boolean().notNull().default(false),
    trialDays: integer().notNull().default(0),
    firstBilledAt: instant(),
    expiresAt: instant(),
  },
  () => [check('wallet_remaining', sql`remaining >= 0`), check('wallet_used', sql`used >= 0`)],
)

type LedgerKind = 'grant' | 'trial' | 'order' | 'refund'

/** Append-only movements of credit, in codes. */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    id: id(),
    merchantId: uuid().notNull(),
    kind: text().$type<LedgerKind>().notNull(),
    delta: bigint({ mode: 'number' }).notNull(),
    orderId: uuid(),
    billingId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('ledger_order_once').on(table.kind, table.orderId),
    unique('ledger_billing_once').on(table.kind, table.billingId),
    index('ledger_merchant').on(table.merchantId, table.createdAt),
    check('ledger_kind', sql`kind in ('grant', 'trial', 'order', 'refund')`),
  ],
)
