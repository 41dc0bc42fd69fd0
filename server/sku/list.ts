import { type Actor, ownedBy } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { type CountedPageQuery, inOrderOf, orderOf, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, inArray, or, sql } from '#server/core/drizzle/orm.ts'
import type { CsvColumns } from '#server/core/files/serve-csv.ts'
import { searchedGtin } from '#shared/gs1/gtin.ts'
import type { Sku, SkuQuery } from '#shared/sku/contract.ts'
import { skuText } from '#shared/sku/text.ts'
import { selectSkus, viewSkus } from './service.ts'
import { sku } from './table.ts'

const columns = { name: sku.name, sku: sku.sku, date: sku.createdAt }

/** One page of the merchant's products, or of all products for administrators. */
export async function listSkus(
  tx: Tx,
  actor: Actor,
  query: SkuQuery & CountedPageQuery,
): Promise<{ rows: Sku[]; total: number }> {
  const { sort, search, active } = query
  const where = and(
    ownedBy(actor, sku.merchantId),
    active && eq(sku.active, active === 'yes'),
    search
      ? or(sql`strpos(${sku.words}, lower(${search})) > 0`, sql`strpos(${sku.gtin}, ${searchedGtin(search)}) > 0`)
      : undefined,
  )
  const order = orderOf(sort, columns, [sku.createdAt, sku.id])
  const { ids, total } = await pageOfIds(tx, sku, { where, order }, query)
  const found = await selectSkus(tx).where(inArray(sku.id, ids))
  return {
    rows: await viewSkus(
      tx,
      inOrderOf(ids, found, ({ row }) => row.id),
    ),
    total,
  }
}

export const skuColumns: CsvColumns<Sku> = (language) => {
  const t = skuText[language]
  return [
    [t.name, ({ name }) => name],
    [t.sku, ({ sku }) => sku],
    [t.brand, ({ trademark }) => trademark.registration_name],
    [t.status, ({ active }) => (active ? t.active : t.inactive)],
    [
      t.specifications,
      ({ details }) => details.sku_details_order.map((key) => `${key}: ${details.sku_details[key]}`).join('; '),
    ],
    [t.images, ({ details }) => details.images.map(({ name }) => name).join('; ')],
    [
      t.certificates,
      ({ certificates }) => certificates.map(({ type, title, status }) => `${type}: ${title} (${status})`).join('; '),
    ],
    [t.created, ({ createdAt }) => createdAt],
    // At the end, so that programs that read columns by their place go on reading.
    [t.gtin, ({ gtin }) => gtin],
  ]
}
