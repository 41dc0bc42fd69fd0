import { bytes, createdAt, id } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { check, foreignKey, index, integer, pgTable, primaryKey, unique, uuid } from '#server/core/drizzle/pg-core.ts'
import { sku } from '#server/sku/table.ts'

/** A request that bound blank codes to a product. It never changes: `codeBinding` contains what holds now. */
export const binding = pgTable(
  'binding',
  {
    id: id(),
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    /** Number of codes in the request. */
    quantity: integer().notNull(),
    /** Number of those that had no product or another one before. */
    changed: integer().notNull(),
    /** SHA-256 of the input that created it: the same request sent twice is one. */
    draftHash: bytes().notNull(),
    /** Maintained by the trigger `sync_version`. */
    ver: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    unique('binding_of_merchant').on(table.merchantId, table.id),
    index('binding_created').on(table.merchantId, table.createdAt, table.id),
    index('binding_of_sku').on(table.merchantId, table.skuId),
    foreignKey({
      name: 'binding_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }),
    check('binding_quantity', sql`quantity > 0 and changed between 0 and quantity`),
  ],
)

/**
 * The product of a code whose order has none. It can change until the code is activated. Without foreign keys, as `code`: the
 * products of an order are in `boundProduct`, which has them.
 */
export const codeBinding = pgTable(
  'code_binding',
  {
    address: uuid().primaryKey(),
    merchantId: uuid().notNull(),
    orderId: uuid().notNull(),
    serialNo: integer().notNull(),
    skuId: uuid().notNull(),
  },
  (table) => [
    index('code_binding_of_sku').on(table.merchantId, table.skuId, table.orderId, table.serialNo),
    // The codes of a recalled product, in the order of their addresses.
    index('code_binding_recalled').on(table.skuId, table.address),
  ],
)

/** How many codes of an order without a product are bound to each product, and how many of them are active. */
export const boundProduct = pgTable(
  'bound_product',
  {
    orderId: uuid().notNull(),
    skuId: uuid().notNull(),
    merchantId: uuid().notNull(),
    bound: integer().notNull(),
    activated: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.skuId] }),
    index('bound_product_of_sku').on(table.merchantId, table.skuId),
    foreignKey({
      name: 'bound_product_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }),
    check('bound_product_counts', sql`activated between 0 and bound`),
  ],
)
