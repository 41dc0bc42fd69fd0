import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import type { ListedCode } from '#server/order/service.ts'
import { findSku } from '#server/sku/service.ts'
import { sku } from '#server/sku/table.ts'
import { activationProblems, type CodePreview } from '#shared/activation/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { formatAddress } from '#shared/verify/code/code.ts'

type State = 'Inactive' | 'Pending' | 'Active'
type CodeRow = { address: string; serial_no: number; state: State; order_id: string; name: string; sku: string }
type Wanted = {
  orderId?: string | undefined
  skuId?: string | undefined
  activeBatchId?: string | undefined
  logisticId?: string | undefined
  limit: number
  page: number
}

/** Codes in the order of printing. */
export async function listCodes(
  tx: Tx,
  merchantId: string,
  { orderId, skuId, activeBatchId, logisticId, limit, page }: Wanted,
) {
  const source = sql`from code c left join activation a on a.address = c.address
    where c.merchant_id = ${merchantId}
      ${orderId ? sql`and c.order_id = ${orderId}` : sql``}
      ${skuId ? sql`and c.order_id in (${ordersOf(merchantId, skuId)})` : sql``}
      ${activeBatchId ? sql`and a.batch_id = ${activeBatchId}` : sql``}
      ${logisticId ? sql`and c.address in (${shippedIn(merchantId, logisticId)})` : sql``}`
  const { rows } = await tx.execute<CodeRow>(sql`
    with pending as (${pendingOf(merchantId)}),
    wanted as (
      select c.address, c.serial_no, c.order_id, a.address is not null as active ${source}
      order by c.order_id, c.serial_no limit ${limit} offset ${(page - 1) * limit})
    select w.address, w.serial_no, o.order_id, s.name, s.sku,
      case when w.active then 'Active' when p.address is not null then 'Pending' else 'Inactive' end as state
    from wanted w join code_order o on o.id = w.order_id join sku s on s.id = o.sku_id
    left join pending p on p.address = w.address order by o.id, w.serial_no`)
  const { rows: counted } = await tx.execute<{ total: number }>(sql`select count(*)::int as total ${source}`)
  return {
    rows: rows.map(({ address, serial_no, state, order_id, name, sku }) => ({
      address: formatAddress(address),
      serial_no,
      state,
      order: { order_id },
      sku: { name, sku },
    })),
    total: counted[0]!.total,
  }
}

type PreviewRow = { serial_no: number; order_id: string; sku_id: string; state: State }

/** A code of another merchant, an unknown code and a code with a wrong secret are the same invalid code. */
export async function previewCode(tx: Tx, merchantId: string, code: ListedCode | undefined): Promise<CodePreview> {
  if (!code || code.hasSecret === false) throw new Problem(activationProblems.invalidCode)
  const { rows } = await tx.execute<PreviewRow>(sql`
    select c.serial_no, o.order_id, o.sku_id,
      case when a.address is not null then 'Active'
        when c.address in (${pendingOf(merchantId)}) then 'Pending' else 'Inactive' end as state
    from code c join code_order o on o.id = c.order_id left join activation a on a.address = c.address
    where c.merchant_id = ${merchantId} and c.address = ${code.address}`)
  const found = rows[0]
  if (!found) throw new Problem(activationProblems.invalidCode)
  const { serial_no, state, order_id, sku_id } = found
  const product = await findSku(tx, and(eq(sku.merchantId, merchantId), eq(sku.id, sku_id)))
  return { address: formatAddress(code.address), serial_no, state, order: { order_id, sku: product } }
}

const pendingOf = (merchantId: string): SQL => sql`
  select unnest(addresses) as address from activation_batch
  where merchant_id = ${merchantId} and state in ('queued', 'running')`

const ordersOf = (merchantId: string, skuId: string): SQL => sql`
  select id from code_order where merchant_id = ${merchantId} and sku_id = ${skuId}`

const shippedIn = (merchantId: string, logisticId: string): SQL => sql`
  select address from logistic_item where merchant_id = ${merchantId} and logistic_id = ${logisticId}`
