import { randomUUID } from 'node:crypto'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import { generate, orderOf, productOf } from '#server/order/order.fixture.ts'

export type LargeOrder = { owner: Person; skuId: string; orderId: string; addresses: string[] }
/** A scan: the serial number, days before today, the kind of phone, and its visitor of the day. */
export type GivenLook = {
  serial: number
  daysAgo: number
  kind: number
  visitor?: number
  minute?: number
  place?: number
  letters?: string
}

/** An order with active codes, without the batches of an activation. */
export async function largeOrder(
  world: TestApp,
  codes: number,
  given?: Pick<LargeOrder, 'owner' | 'skuId'>,
): Promise<LargeOrder> {
  const owner = given?.owner ?? (await world.approvedMerchant({ credit: codes * 4 }))
  const skuId = given?.skuId ?? (await productOf(world, owner))
  const orderId = await orderOf(world, owner, skuId, codes)
  await generate(world, orderId)
  await world.database.query("update code_order set created_at = now() - interval '60 days' where id = $1", [orderId])
  const { rows } = await world.database.query('select address from code where order_id = $1 order by serial_no', [
    orderId,
  ])
  const batchId = randomUUID()
  const addresses = rows.map(({ address }) => address as string)
  await world.database.query(
    `with batch as (insert into activation_batch (id, merchant_id, identifier, quantity, state, addresses)
       values ($1, $2, $3, $4, 'done', $5) returning id)
     insert into activation (address, merchant_id, batch_id, idx)
     select address, $2, batch.id, place - 1 from batch, unnest($5::uuid[]) with ordinality as codes (address, place)`,
    [batchId, owner.merchantId, batchId.slice(0, 8), codes, addresses],
  )
  return { owner, skuId, orderId, addresses }
}

/** Stores scans of the past days, as shoppers' phones make them. */
export async function storeLooks(
  world: TestApp,
  { owner, skuId, addresses }: LargeOrder,
  looks: readonly GivenLook[],
): Promise<void> {
  const rows = looks.map(({ serial, daysAgo, kind, visitor = serial, minute = 600, place = 0, letters = 'vg' }) => ({
    address: addresses[serial - 1],
    ...{ daysAgo, minute, place, kind: letters[0], verdict: letters[1] },
    visitor: String((BigInt(visitor) << 32n) | (BigInt(kind) << 16n)),
  }))
  await world.database.query(
    `insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
     select date_trunc('day', now(), 'UTC') - make_interval(days => "daysAgo") + make_interval(mins => minute), visitor, place, 1,
       kind::"char", verdict::"char", $2, $3, address
     from jsonb_to_recordset($1::jsonb) as given (address uuid, "daysAgo" int, minute int, place int, kind text, verdict text,
       visitor bigint)`,
    [JSON.stringify(rows), owner.merchantId, skuId],
  )
}
