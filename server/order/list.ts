import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { type CountedPageQuery, inOrderOf, orderOf, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import type { CsvColumns } from '#server/core/files/serve-csv.ts'
import type { Order, OrderQuery } from '#shared/order/contract.ts'
import { orderText } from '#shared/order/text.ts'
import { skuText } from '#shared/sku/text.ts'
import { orderView, selectOrders } from './service.ts'
import { codeOrder } from './table.ts'

const columns = { date: codeOrder.createdAt, order: codeOrder.orderId, quantity: codeOrder.quantity }

/** One page of the merchant's orders. */
export async function listOrders(
  tx: Tx,
  actor: Actor,
  query: OrderQuery & CountedPageQuery,
): Promise<{ rows: Order[]; total: number }> {
  const { sort, search, state } = query
  const where = and(
    eq(codeOrder.merchantId, merchantOf(actor)),
    state && eq(codeOrder.state, state),
    search ? sql`strpos(${codeOrder.words}, lower(${search})) > 0` : undefined,
  )
  const order = orderOf(sort, columns, [codeOrder.createdAt, codeOrder.id])
  const { ids, total } = await pageOfIds(tx, codeOrder, { where, order }, query)
  const rows = await selectOrders(tx).where(inArray(codeOrder.id, ids))
  return { rows: inOrderOf(ids, rows, ({ row }) => row.id).map(orderView), total }
}

export const orderColumns: CsvColumns<Order> = (language) => {
  const t = orderText[language]
  return [
    [t.date, ({ createdAt }) => createdAt],
    [t.orderId, ({ order_id }) => order_id],
    [t.sku, ({ sku }) => sku?.sku],
    [t.product, ({ sku }) => sku?.name],
    [t.quantity, ({ quantity }) => quantity],
    [t.generated, ({ generated }) => generated],
    [t.activated, ({ activated }) => activated],
    [t.note, ({ note }) => note],
    // At the end, so that programs that read columns by their place go on reading.
    [skuText[language].gtin, ({ gtin }) => gtin],
  ]
}
