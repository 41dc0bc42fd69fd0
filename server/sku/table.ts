import { createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  boolean,
  char,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import { trademark } from '#server/trademark/table.ts'

/** A list of products that was added in one import. After it is undone, its row stays and its products are deleted. */
export const skuImport = pgTable(
  'sku_import',
  {
    id: id(),
    merchantId: uuid().notNull(),
    /** The name of the file. */
    name: text().notNull(),
    quantity: integer().notNull(),
    createdAt: createdAt(),
    undoneAt: instant(),
  },
  (table) => [
    unique('sku_import_of_merchant').on(table.merchantId, table.id),
    index('sku_import_created').on(table.merchantId, table.createdAt, table.id),
  ],
)

export const sku = pgTable(
  'sku',
  {
    id: id(),
    merchantId: uuid().notNull(),
    trademarkId: uuid().notNull(),
    name: text().notNull(),
    sku: text().notNull(),
    /** The number of the product in GS1's system, with its check digit. */
    gtin: char({ length: 14 }),
    active: boolean().notNull().default(true),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The import that added the product. */
    importId: uuid(),
    /** The searchable text in lower case: lowering 100,000 names took most of the time of a search. */
    words: text().generatedAlwaysAs(sql`lower(name || ' ' || sku)`),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('sku_of_merchant').on(table.merchantId, table.id),
    unique('sku_with_gtin').on(table.merchantId, table.id, table.gtin),
    unique('sku_code_of_merchant').on(table.merchantId, table.sku),
    // One for each sort order of the list, with its filter; those without a merchant are for administrators.
    index('sku_created').on(table.merchantId, table.createdAt, table.id, table.active),
    index('sku_name').on(table.merchantId, table.name, table.id, table.active),
    index('sku_code').on(table.merchantId, table.sku, table.id, table.active),
    index('sku_all_created').on(table.createdAt, table.id, table.active),
    index('sku_all_name').on(table.name, table.id, table.active),
    index('sku_all_code').on(table.sku, table.id, table.active),
    index('sku_customized')
      .on(table.merchantId, table.createdAt, table.id)
      .where(sql`(details -> 'customization') is not null`),
    index('sku_imported').on(table.merchantId, table.importId).where(sql`import_id is not null`),
    // A product that is not sold any more keeps its number, which may be given to its successor.
    uniqueIndex('sku_gtin_of_merchant').on(table.merchantId, table.gtin).where(sql`active and gtin is not null`),
    index('sku_gtin').on(table.gtin).where(sql`gtin is not null`),
    check('sku_gtin', sql`gtin ~ '^[0-9]{14}$'`),
    foreignKey({
      name: 'sku_trademark',
      columns: [table.merchantId, table.trademarkId],
      foreignColumns: [trademark.merchantId, trademark.id],
    }),
    foreignKey({
      name: 'sku_of_import',
      columns: [table.merchantId, table.importId],
      foreignColumns: [skuImport.merchantId, skuImport.id],
    }),
  ],
)

export const skuCertificate = pgTable(
  'sku_certificate',
  {
    id: id(),
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    type: text().notNull(),
    title: text().notNull(),
    name: text().notNull(),
    hash: text().notNull(),
    ext: text().notNull(),
    mime: text().notNull(),
    size: integer().notNull(),
    status: text().notNull().default('Pending Approval'),
    reviewNote: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('sku_certificate_sku').on(table.merchantId, table.skuId),
    foreignKey({
      name: 'sku_certificate_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }).onDelete('cascade'),
    check('sku_certificate_status', sql`status in ('Pending Approval', 'Approved', 'Rejected', 'Request Changes')`),
  ],
)
