import type { Tx } from '#server/core/db/database.ts'
import { asNumber, uuidArray } from '#server/core/db/sql-params.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { isActivated, type ListedCode, ownSerialOf, productOf, skuOf } from '#server/order/service.ts'
import { findSku } from '#server/sku/service.ts'
import { sku } from '#server/sku/table.ts'
import { activationProblems, type CodePreview } from '#shared/activation/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { pendingCodes } from './check-codes.ts'

type State = 'Inactive' | 'Pending' | 'Active'
type CodeRow = {
  address: string
  serial_no: number
  own_serial: string | null
  order_id: string
  /** Both null for a code that is not bound to a product. */
  name: string | null
  sku: string | null
  active: boolean
}
type Wanted = {
  orderId?: string | undefined
  skuId?: string | undefined
  activeBatchId?: string | undefined
  logisticId?: string | undefined
  limit: number
  page: number
}
/** The addresses of a page, in its order, and how many codes there are in all. */
type FoundPage = { addresses: string[]; total: number }
type Filter = Omit<Wanted, 'limit' | 'page'> & { merchantId: string; limit: number; offset: number }

/**
 * One page of codes. Each list has a counter and an index in which the place of a page follows from its number: an order and a
 * product by serial number, a batch in the order of its leaves. A shipment, and a batch or a shipment with a further
 * condition, are read whole: their size is limited when they are created.
 */
export async function listCodes(tx: Tx, merchantId: string, { limit, page, ...wanted }: Wanted) {
  const filter: Filter = { ...wanted, merchantId, limit, offset: (page - 1) * limit }
  const { addresses, total } = await pageOf(tx, filter)
  const { rows } = await tx.execute<CodeRow>(sql`
    select c.address, c.serial_no, ${sql.raw(ownSerialOf('c', 'o'))} as own_serial, o.order_id, s.name, s.sku,
      ${sql.raw(isActivated('c.address'))} as active
    from unnest(${uuidArray(addresses)}) with ordinality listed (address, place)
    join lateral (select * from code where address = listed.address and merchant_id = ${merchantId} offset 0) c on true
    join code_order o on o.id = c.order_id left join ${sql.raw(skuOf('c', 'o'))} s on true
    order by listed.place`)
  const inactive = rows.filter(({ active }) => !active).map(({ address }) => address)
  const pending = await pendingAmong(tx, merchantId, inactive)
  return {
    rows: rows.map(({ address, serial_no, own_serial, active, order_id, name, sku }) => ({
      address: formatAddress(address),
      serial_no,
      own_serial,
      state: stateOf(active, pending.has(address)),
      order: { order_id },
      sku: name === null || sku === null ? null : { name, sku },
    })),
    total,
  }
}

function pageOf(tx: Tx, filter: Filter): Promise<FoundPage> {
  const { orderId, skuId, activeBatchId, logisticId } = filter
  const isAlone = [orderId ?? skuId, activeBatchId, logisticId].filter(Boolean).length === 1
  if (!activeBatchId && !logisticId) return pageOfOrders(tx, filter)
  if (!isAlone) return pageOfIntersection(tx, filter)
  return activeBatchId ? pageOfBatch(tx, filter, activeBatchId) : pageOfShipment(tx, filter, logisticId!)
}

/**
 * Serial numbers of an order have no gaps, so its counter of generated codes determines which of them a page contains. Blank codes
 * that are bound to the product follow those of its orders.
 */
async function pageOfOrders(tx: Tx, { merchantId, orderId, skuId, limit, offset }: Filter): Promise<FoundPage> {
  const { rows } = await tx.execute<{ total: number; addresses: string[] }>(sql`
    with own as (
      select id, generated, sum(generated) over (order by id) - generated as before from code_order
      where merchant_id = ${merchantId} ${orderId ? sql`and id = ${orderId}` : sql``}
        ${skuId ? sql`and sku_id = ${skuId}` : sql``}
    ), part as (
      select id, greatest(${offset} - before, 0) + 1 as first, least(${offset + limit} - before, generated) as last from own
      where before + generated > ${offset} and before < ${offset + limit})
    select ${asNumber(sql`select coalesce(sum(generated), 0) from own`)} as total,
      array(select c.address from (select * from part order by id) p cross join lateral (
        select address, serial_no from code
        where order_id = p.id and merchant_id = ${merchantId} and serial_no between p.first and p.last
        order by serial_no limit ${limit}) c
      order by p.id, c.serial_no)::text[] as addresses`)
  const { total, addresses } = rows[0]!
  if (!skuId) return { total, addresses }
  const ofOrder = sql`merchant_id = ${merchantId} and sku_id = ${skuId} ${orderId ? sql`and order_id = ${orderId}` : sql``}`
  const { rows: bound } = await tx.execute<FoundPage>(sql`
    select ${asNumber(sql`select coalesce(sum(bound), 0) from bound_product where ${ofOrder}`)} as total,
      array(select address from code_binding where ${ofOrder} order by order_id, serial_no
        limit ${limit - addresses.length} offset ${Math.max(0, offset - total)})::text[] as addresses`)
  return { total: total + bound[0]!.total, addresses: [...addresses, ...bound[0]!.addresses] }
}

/** In the order in which the codes were listed. */
async function pageOfBatch(tx: Tx, { merchantId, limit, offset }: Filter, batchId: string): Promise<FoundPage> {
  const { rows } = await tx.execute<{ total: number; addresses: string[] }>(sql`
    select quantity as total, array(
      select address from activation where merchant_id = ${merchantId} and batch_id = ${batchId}
        and idx >= ${offset} and idx < ${offset + limit} order by idx)::text[] as addresses
    from activation_batch where merchant_id = ${merchantId} and id = ${batchId} and state = 'done'`)
  return rows[0] ?? { addresses: [], total: 0 }
}

async function pageOfShipment(tx: Tx, { merchantId, limit, offset }: Filter, id: string): Promise<FoundPage> {
  const { rows } = await tx.execute<{ total: number; addresses: string[] }>(sql`
    select quantity as total, array(
      select address from logistic_item where merchant_id = ${merchantId} and logistic_id = ${id}
      order by address limit ${limit} offset ${offset})::text[] as addresses
    from logistic where merchant_id = ${merchantId} and id = ${id}`)
  return rows[0] ?? { addresses: [], total: 0 }
}

async function pageOfIntersection(tx: Tx, filter: Filter): Promise<FoundPage> {
  const { merchantId, orderId, skuId, activeBatchId, logisticId, limit, offset } = filter
  const [ofBatch, ofShipment] = [
    sql`select address from activation where merchant_id = ${merchantId} and batch_id = ${activeBatchId}`,
    sql`select address from logistic_item where merchant_id = ${merchantId} and logistic_id = ${logisticId}`,
  ]
  const chosen =
    activeBatchId && logisticId ? sql`${ofBatch} intersect ${ofShipment}` : activeBatchId ? ofBatch : ofShipment
  const { rows } = await tx.execute<{ total: number; addresses: string[] }>(sql`
    with found as materialized (
      select c.address, c.order_id, c.serial_no from (${chosen}) listed
      join lateral (select * from code where address = listed.address offset 0) c on c.merchant_id = ${merchantId}
      where true ${orderId ? sql`and c.order_id = ${orderId}` : sql``}
        ${skuId ? sql`and (${ofProduct(merchantId, skuId)})` : sql``})
    select (select count(*)::int from found) as total, array(
      select address from found order by order_id, serial_no limit ${limit} offset ${offset})::text[] as addresses`)
  return rows[0]!
}

/** The condition that a code `c` was ordered for a product or bound to it. */
const ofProduct = (merchantId: string, skuId: string) => sql`
  c.order_id in (select id from code_order where merchant_id = ${merchantId} and sku_id = ${skuId})
  or exists (select from code_binding b where b.address = c.address and b.sku_id = ${skuId} offset 0)`

/** The codes of waiting batches among these. */
async function pendingAmong(tx: Tx, merchantId: string, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const { rows } = await tx.execute<{ address: string }>(sql`
    select address from (${pendingCodes(merchantId)}) pending where address = any(${uuidArray(addresses)})`)
  return new Set(rows.map(({ address }) => address))
}

const stateOf = (active: boolean, pending: boolean): State => (active ? 'Active' : pending ? 'Pending' : 'Inactive')

type PreviewRow = {
  serial_no: number
  own_serial: string | null
  order_id: string
  blank: boolean
  sku_id: string | null
  state: State
}

/** A code of another merchant, an unknown code and a code with a wrong secret are the same invalid code. */
export async function previewCode(tx: Tx, merchantId: string, code: ListedCode | undefined): Promise<CodePreview> {
  if (!code || code.hasSecret === false) throw new Problem(activationProblems.invalidCode)
  const { rows } = await tx.execute<PreviewRow>(sql`
    select c.serial_no, ${sql.raw(ownSerialOf('c', 'o'))} as own_serial, o.order_id, o.sku_id is null as blank, ${sql.raw(productOf('c', 'o'))} as sku_id,
      case when a.address is not null then 'Active'
        when c.address in (${pendingCodes(merchantId)}) then 'Pending' else 'Inactive' end as state
    from code c join code_order o on o.id = c.order_id left join activation a on a.address = c.address
    where c.merchant_id = ${merchantId} and c.address = ${code.address}`)
  const found = rows[0]
  if (!found) throw new Problem(activationProblems.invalidCode)
  const { serial_no, own_serial, state, order_id, blank, sku_id } = found
  const product = sku_id && (await findSku(tx, and(eq(sku.merchantId, merchantId), eq(sku.id, sku_id))))
  return {
    address: formatAddress(code.address),
    serial_no,
    own_serial,
    state,
    order: { order_id, blank, sku: product || null },
  }
}
