import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  bigint,
  boolean,
  char,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import { sku } from '#server/sku/table.ts'
import type { JobFailure } from '#shared/core/job-failure.ts'

/** `collecting`: an order with own serials waits until all of them have arrived. */
type OrderState = 'collecting' | 'queued' | 'running' | 'done' | 'failed'

export const codeOrder = pgTable(
  'code_order',
  {
    id: id(),
    merchantId: uuid().notNull(),
    /** The number that people see, such as A7K2-9QXW. */
    orderId: text().notNull().unique(),
    /** Null for blank codes, whose products are in `code_binding`. It never changes. */
    skuId: uuid(),
    quantity: integer().notNull(),
    note: text().notNull().default(''),
    /** Whether the labels of the order have a second secret under a scratch layer. It never changes. */
    hasScratch: boolean().notNull().default(false),
    /** Whether the goods had serial numbers before, which are in `own_serial`. It never changes. */
    ownSerials: boolean().notNull().default(false),
    /** Number of own serials that have arrived. */
    collected: integer().notNull().default(0),
    /** The GTIN in the links of its labels, which then are GS1 Digital Links. It never changes. */
    gtin: char({ length: 14 }),
    /** The custom domain in the links of its labels; null for the host of the installation. It never changes. */
    host: text(),
    /** The order prefix: 5 random bytes at the start of every address of the order. */
    prefix: bytes().notNull().unique(),
    state: text().$type<OrderState>().notNull().default('queued'),
    /** Number of committed codes: a crashed generation continues here. */
    generated: integer().notNull().default(0),
    activated: integer().notNull().default(0),
    /** The reason of the failure, while `state` is failed. The codes of `generated` exist then. */
    failure: text().$type<JobFailure>(),
    /** The searchable text in lower case. */
    words: text().generatedAlwaysAs(sql`lower(order_id || ' ' || note)`),
    createdAt: createdAt(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (table) => [
    unique('code_order_of_merchant').on(table.merchantId, table.id),
    // One for each sort order of the list. The state is a filter of it; the sums of the dashboard read `generated`.
    index('code_order_created').on(table.merchantId, table.createdAt, table.id, table.state, table.generated),
    index('code_order_number').on(table.merchantId, table.orderId, table.id, table.state),
    index('code_order_quantity').on(table.merchantId, table.quantity, table.id, table.state),
    // The codes that identifiers of GS1 name.
    index('code_order_gtin_of').on(table.merchantId, table.gtin).where(sql`gtin is not null`),
    index('code_order_host').on(table.merchantId, table.host).where(sql`host is not null`),
    index('code_order_sku').on(table.merchantId, table.skuId),
    index('code_order_scratch').on(table.skuId).where(sql`has_scratch`),
    index('code_order_open').on(table.merchantId).where(sql`state in ('queued', 'running')`),
    foreignKey({
      name: 'code_order_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }),
    check('code_order_state', sql`state in ('collecting', 'queued', 'running', 'done', 'failed')`),
    check('code_order_collected', sql`collected between 0 and quantity`),
    // A printed GTIN stays the one of the product.
    foreignKey({
      name: 'code_order_gtin',
      columns: [table.merchantId, table.skuId, table.gtin],
      foreignColumns: [sku.merchantId, sku.id, sku.gtin],
    }),
    check('code_order_quantity', sql`quantity > 0`),
    check('code_order_generated', sql`generated between 0 and quantity`),
    check('code_order_activated', sql`activated between 0 and generated`),
    check('code_order_prefix', sql`octet_length(prefix) = 5`),
    // What is printed on a label or stored with a product needs the product.
    check('code_order_blank', sql`sku_id is not null or (gtin is null and not own_serials)`),
  ],
)

/**
 * Immutable. The address is the order prefix and 88 random bits, so rows of an order are adjacent in the index. No
 * foreign key: its check per row halves the speed of COPY, and only the generation job writes here.
 */
export const code = pgTable(
  'code',
  {
    address: uuid().primaryKey(),
    merchantId: uuid().notNull(),
    orderId: uuid().notNull(),
    serialNo: integer().notNull(),
  },
  (table) => [unique('code_serial').on(table.orderId, table.serialNo)],
)

/** Codes of all orders of a merchant. The trigger `code_total` of guard/quota.sql counts them with the orders. */
export const codeTotal = pgTable('code_total', {
  merchantId: uuid().primaryKey(),
  generated: bigint({ mode: 'number' }).notNull(),
  activated: bigint({ mode: 'number' }).notNull(),
})

/**
 * Active codes of a block of 5,000 serial numbers; without a row there are none. The rows of an order show in which blocks its
 * inactive and active codes are. Written by the activation job.
 */
export const codeBlock = pgTable(
  'code_block',
  {
    orderId: uuid().notNull(),
    block: integer().notNull(),
    merchantId: uuid().notNull(),
    activated: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.block] })],
)

/**
 * The serial numbers that goods had before their codes: `serial_no` is the code with which each belongs together. Written before the
 * codes, and anchored with them, so a row never changes. Unique within a product, as manufacturers number each product.
 */
export const ownSerial = pgTable(
  'own_serial',
  {
    orderId: uuid().notNull(),
    serialNo: integer().notNull(),
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    serial: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.serialNo] }),
    unique('own_serial_of_product').on(table.merchantId, table.serial, table.skuId),
    check('own_serial_length', sql`length(serial) between 1 and 64`),
  ],
)
