import type { Database } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { mainProductOf } from '#server/order/service.ts'
import type { FoundPattern } from '#server/pattern/cases/found-pattern.ts'
import { type BlockCounts, findHarvests, harvestThreshold, type OrderCounts } from './harvest.ts'

/** Codes of the orders that are compared together. The blocks of these orders are in memory. */
const codesPerBatch = 2_000_000
const ordersPerBatch = 500

const mainProduct = sql.raw(mainProductOf('o'))

type ChangedOrder = {
  id: string
  merchantId: string
  skuId: string
  codes: number
  merchantCodes: number
  /** Sums of all orders of the SKU. */
  all: OrderCounts
}

const bits = (column: string) => sql.raw(`bit_count(${column}::bit(64))`)

/**
 * Compares the windows of all orders that were scanned since a day.
 *
 * @param take receives what is found in some orders
 */
export async function compareOrders(
  db: Pick<Database, 'read'>,
  since: string,
  take: (found: FoundPattern[]) => Promise<void>,
): Promise<void> {
  const orders = await changedOrders(db, since)
  for (let at = 0; at < orders.length; ) {
    const batch: ChangedOrder[] = []
    for (let codes = 0; at < orders.length && batch.length < ordersPerBatch && codes < codesPerBatch; at++) {
      batch.push(orders[at]!)
      codes += orders[at]!.codes
    }
    const blocks = await blocksOf(
      db,
      batch.map(({ id }) => id),
    )
    await take(batch.flatMap((order) => foundIn(order, blocks.get(order.id) ?? [])))
  }
}

function foundIn(
  { id, merchantId, skuId, codes, merchantCodes, all }: ChangedOrder,
  blocks: BlockCounts[],
): FoundPattern[] {
  const own = (key: 'scanned' | 'again') => blocks.reduce((sum, counts) => sum + counts[key], 0)
  const others = { codes: all.codes - codes, scanned: all.scanned - own('scanned'), again: all.again - own('again') }
  const found = findHarvests(codes, blocks, others, harvestThreshold(merchantCodes))
  return found.map(({ firstSerial, lastSerial, sign, found, expected, strength }) => ({
    ...{
      kind: 'harvest',
      orderId: id,
      merchantId,
      skuId,
      firstSerial,
      lastSerial,
      serials: null,
      between: null,
      strength,
    },
    facts: { kind: 'harvest', sign, found, expected: Math.round(expected * 10) / 10 },
  }))
}

/**
 * Small orders of one SKU follow each other, so that its sums are read once. An order of blank codes belongs to the SKU to which most of
 * them are bound, and to none before.
 */
async function changedOrders(db: Pick<Database, 'read'>, since: string): Promise<ChangedOrder[]> {
  const { rows } = await db.read.execute<ChangedOrder>(sql`
    with changed as materialized (
      select distinct order_id from pattern_block where day >= ${since}::date
    ), skus as materialized (
      select distinct o.merchant_id, ${mainProduct} as sku_id from changed join code_order o on o.id = changed.order_id
    ), orders as materialized (
      select o.id, o.merchant_id, o.generated, o.sku_id
      from skus join code_order o on o.merchant_id = skus.merchant_id and o.sku_id = skus.sku_id
      union all
      select o.id, o.merchant_id, o.generated, skus.sku_id
      from skus join bound_product p on p.merchant_id = skus.merchant_id and p.sku_id = skus.sku_id and p.bound > 0
        join code_order o on o.id = p.order_id and ${mainProduct} = skus.sku_id
    ), scanned as materialized (
      select o.sku_id, sum(${bits('b.scanned')})::float8 as scanned, sum(${bits('b.again')})::float8 as again
      from orders o join pattern_block b on b.order_id = o.id group by 1
    ), codes as materialized (
      select sku_id, sum(generated)::float8 as codes from orders group by 1
    )
    select o.id, o.merchant_id as "merchantId", o.sku_id as "skuId", o.generated as codes,
      coalesce(total.generated, o.generated)::float8 as "merchantCodes",
      jsonb_build_object('codes', codes.codes, 'scanned', scanned.scanned, 'again', scanned.again) as all
    from changed join orders o on o.id = changed.order_id join codes using (sku_id) join scanned using (sku_id)
    left join code_total total on total.merchant_id = o.merchant_id
    order by o.sku_id, o.id`)
  return rows
}

async function blocksOf(db: Pick<Database, 'read'>, orders: readonly string[]): Promise<Map<string, BlockCounts[]>> {
  const { rows } = await db.read.execute<BlockCounts & { orderId: string }>(sql`
    select order_id as "orderId", block, ${bits('scanned')}::int as scanned, ${bits('again')}::int as again
    from pattern_block where order_id = any (${uuidArray(orders)}) order by order_id, block`)
  return Map.groupBy(rows, ({ orderId }) => orderId)
}
