import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  char,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import { sku } from '#server/sku/table.ts'
import type { PassportInput } from '#shared/passport/contract.ts'
import type { ItemPoint } from '#shared/passport/item-contract.ts'

/** The draft of the passport of a product, or of one lot of it. */
export const passport = pgTable(
  'passport',
  {
    id: id(),
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    /** Empty for the passport of all items. */
    lot: text().notNull().default(''),
    content: jsonb().$type<PassportInput>().notNull(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('passport_of_lot').on(table.merchantId, table.skuId, table.lot),
    foreignKey({
      name: 'passport_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }).onDelete('cascade'),
  ],
)

/** A draft as it was published, with what the SKU and the merchant said then. */
export type PublishedContent = PassportInput & { product: { name: string; sku: string; brand: string }; issuer: string }

/** A published version: only its revocation is written later, see guard/integrity.sql. It keeps its product from being removed. */
export const passportVersion = pgTable(
  'passport_version',
  {
    id: id(),
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    lot: text().notNull().default(''),
    /** Part of its address: with another number the product has no passport until the next version. */
    gtin: char({ length: 14 }).notNull(),
    version: integer().notNull(),
    content: jsonb().$type<PublishedContent>().notNull(),
    /** Its place in the status list of the merchant. */
    statusIndex: integer().notNull(),
    publishedAt: instant().notNull(),
    revokedAt: instant(),
  },
  (table) => [
    unique('passport_version_number').on(table.merchantId, table.skuId, table.lot, table.version),
    unique('passport_version_status').on(table.merchantId, table.statusIndex),
    index('passport_version_revoked').on(table.merchantId).where(sql`revoked_at is not null`),
    foreignKey({
      name: 'passport_version_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }),
    check('passport_version_positive', sql`version > 0`),
    check('passport_version_index', sql`status_index >= 0`),
  ],
)

/** Values of one item, which only readers with a key get. Without values, the row stays and counts the changes on. */
export const passportItem = pgTable(
  'passport_item',
  {
    /** The address of its code. Without a foreign key, as in `logisticItem`: it is checked before, and codes stay. */
    address: uuid().primaryKey(),
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    points: jsonb().$type<ItemPoint[]>().notNull(),
    revision: integer().notNull().default(1),
    /** In whole seconds, as a credential says it. */
    updatedAt: instant().notNull().default(sql`date_trunc('second', now())`),
  },
  (table) => [
    index('passport_item_of_sku').on(table.merchantId, table.skuId, table.updatedAt, table.address),
    foreignKey({
      name: 'passport_item_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }).onDelete('cascade'),
  ],
)
