import { createdAt, id } from '#server/core/db/columns.ts'
import { foreignKey, integer, pgTable, text, unique, uuid } from '#server/core/drizzle/pg-core.ts'
import { sku } from '#server/sku/table.ts'
import type { LinkType } from '#shared/gs1/contract.ts'

/** Where the GS1 Digital Link of a product leads to, besides its page, in the order of the merchant. */
export const skuLink = pgTable(
  'sku_link',
  {
    id: id(),
    merchantId: uuid().notNull(),
    skuId: uuid().notNull(),
    place: integer().notNull(),
    type: text().$type<LinkType>().notNull(),
    href: text().notNull(),
    title: text().notNull(),
    /** Two letters, maybe with a country; empty for no language. */
    language: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('sku_link_place').on(table.merchantId, table.skuId, table.place),
    foreignKey({
      name: 'sku_link_sku',
      columns: [table.merchantId, table.skuId],
      foreignColumns: [sku.merchantId, sku.id],
    }).onDelete('cascade'),
  ],
)
