import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { and, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import { skuById, skuOf } from '#server/order/service.ts'
import { viewPack } from '#server/pack/service.ts'
import { pack } from '#server/pack/table.ts'
import type { PageQuery } from '#shared/core/fields/fields.ts'
import type { LogisticItem } from '#shared/logistic/contract.ts'
import type { ShippedProduct } from '#shared/logistic/record.ts'
import type { Pack } from '#shared/pack/contract.ts'
import { formatAddress } from '#shared/verify/code/code.ts'

type ItemRow = { address: string; serial_no: number; name: string; sku: string }

/**
 * The codes of a shipment by their addresses. Codes that were generated together were printed in this order, so it needs no
 * other index than that of the shipment.
 */
export async function listItems(
  tx: Tx,
  merchantId: string,
  logisticId: string,
  { page, limit }: Pick<PageQuery, 'page' | 'limit'>,
): Promise<LogisticItem[]> {
  const { rows } = await tx.execute<ItemRow>(sql`
    with wanted as materialized (
      select address from logistic_item where merchant_id = ${merchantId} and logistic_id = ${logisticId}
      order by address limit ${limit} offset ${(page - 1) * limit})
    select c.address, c.serial_no, s.name, s.sku
    from code c join code_order o on o.id = c.order_id join ${sql.raw(skuOf('c', 'o'))} s on true
    where c.address = any(array(select address from wanted)) order by c.address`)
  return rows.map(({ address, serial_no, name, sku }) => ({
    address: formatAddress(address),
    serial_no,
    sku: { name, sku },
  }))
}

/**
 * The content of shipments by product and serial number. In a run of consecutive serial numbers of one order, serial
 * number minus index is constant, so this difference identifies the run.
 */
export async function shippedProducts(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, ShippedProduct[]>> {
  const { rows } = await tx.execute<ShippedProduct & { id: string }>(sql`
    with shipped as (
      select i.logistic_id, c.order_id, b.sku_id, c.serial_no,
        c.serial_no - row_number() over (partition by i.logistic_id, c.order_id, b.sku_id order by c.serial_no) as run
      from logistic_item i join code c on c.address = i.address left join code_binding b on b.address = i.address
      where i.merchant_id = ${merchantId} and i.logistic_id = any(${uuidArray(ids)})
    ), runs as (
      select logistic_id, order_id, sku_id, min(serial_no) as first, max(serial_no) as last
      from shipped group by logistic_id, order_id, sku_id, run
    )
    select logistic_id as id, s.name, s.sku, jsonb_agg(jsonb_build_array(first, last) order by first, last) as runs
    from runs join code_order o on o.id = runs.order_id join ${sql.raw(skuById('coalesce(o.sku_id, runs.sku_id)'))} s on true
    group by logistic_id, s.id, s.name, s.sku order by s.name, s.sku`)
  const byId = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byId].map(([id, list]) => [id, list.map(({ name, sku, runs }) => ({ name, sku, runs }))]))
}

/** The shipments whose codes differ from these. Null stands for an invalid code. */
export async function shipmentsWithOtherCodes(
  tx: Tx,
  merchantId: string,
  lists: readonly { id: string; addresses: readonly (string | null)[] }[],
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with wanted as (
      select listed.id, unnest(listed.addresses) as address from ${recordset(lists, 'id uuid, addresses uuid[]')}
    ), carried as (
      select logistic_id as id, address from logistic_item
      where merchant_id = ${merchantId} and logistic_id = any(${uuidArray(lists.map(({ id }) => id))})
    )
    select distinct id from wanted full join carried using (id, address)
    where wanted.id is null or carried.id is null`)
  return new Set(rows.map(({ id }) => id))
}

export async function closeItems(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update logistic_item set is_open = false
    where merchant_id = ${merchantId} and logistic_id = any(${uuidArray(ids)}) and is_open`)
}

export async function reopenItems(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update logistic_item set is_open = true
    where merchant_id = ${merchantId} and logistic_id = any(${uuidArray(ids)}) and not is_open`)
}

/**
 * Number of codes that prevent shipments from being reopened: codes in another open shipment that is not closed at the
 * same time, or in an earlier one of the list that is also reopened. Shipments without such codes are left out.
 */
export async function codesShippedElsewhere(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  closed: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ logistic_id: string; codes: number }>(sql`
    select i.logistic_id, count(distinct i.address)::int as codes
    from logistic_item i join logistic_item other on other.address = i.address and other.logistic_id <> i.logistic_id
    where i.merchant_id = ${merchantId} and other.merchant_id = ${merchantId} and i.logistic_id = any(${uuidArray(ids)})
      and ((other.is_open and other.logistic_id <> all(${uuidArray(closed)})) or (other.logistic_id = any(${uuidArray(ids)}) and other.logistic_id < i.logistic_id))
    group by i.logistic_id`)
  return new Map(rows.map(({ logistic_id, codes }) => [logistic_id, codes]))
}

/** The packages that a shipment took, in the order in which they were packed. */
export async function listPackages(
  tx: Tx,
  merchantId: string,
  logisticId: string,
  { page, limit }: Pick<PageQuery, 'page' | 'limit'>,
): Promise<{ rows: Pack[]; total: number }> {
  const taken = sql`(select pack_id from logistic_pack where merchant_id = ${merchantId} and logistic_id = ${logisticId})`
  const where = and(eq(pack.merchantId, merchantId), inArray(pack.id, taken))
  const rows = await tx
    .select()
    .from(pack)
    .where(where)
    .orderBy(pack.createdAt, pack.id)
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows: rows.map(viewPack), total: await tx.$count(pack, where) }
}
