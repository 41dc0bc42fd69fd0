import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { readEpc } from '#server/epcis/epc.ts'
import { packageOfItem, recalledCodes } from '#server/epcis/record/codes.ts'

/** The merchant's own codes (by their addresses) and packages (by their ids) among these identifiers, by the identifier. */
export async function ownThingsByName(
  tx: Tx,
  merchantId: string,
  epcs: readonly string[],
): Promise<Map<string, string[]>> {
  const named = epcs.flatMap((epc, n) => {
    const thing = readEpc(epc)
    return thing ? [{ n, ...thing }] : []
  })
  const given = recordset(named, 'n int, address uuid, gtin text, ending text, sscc text, "packId" uuid')
  // The end of an address includes 3 digits of the prefix of its order.
  const { rows } = await tx.execute<{ n: number; thing: string }>(sql`
    with given as materialized (select * from ${given}),
    item as (
      select n, address from given where address is not null
      union
      select n, (encode(o.prefix, 'hex') || substr(ending, 4))::uuid from given
      join code_order o on o.merchant_id = ${merchantId} and o.gtin = given.gtin
        and right(encode(o.prefix, 'hex'), 3) = left(ending, 3))
    select n, c.address as thing from item join code c on c.address = item.address where c.merchant_id = ${merchantId}
    union all
    select n, p.id from given join pack p on p.id = given."packId" where p.merchant_id = ${merchantId}
    union all
    select n, p.id from given join pack p on p.sscc = given.sscc and p.merchant_id = ${merchantId}`)
  const found = Map.groupBy(rows, ({ n }) => epcs[n]!)
  return new Map([...found].map(([epc, listed]) => [epc, listed.map(({ thing }) => thing)]))
}

export const ownThings = async (tx: Tx, merchantId: string, epcs: readonly string[]): Promise<string[]> =>
  [...(await ownThingsByName(tx, merchantId, epcs)).values()].flat()

/** Where an event names a thing: in its list of items or children, or as what contains others. */
export type EpcPlace = 'item' | 'parent'

/** The ids of the events, of Assay and of partners, that name one of these things in one of these places. */
export async function eventsOfThings(
  tx: Tx,
  merchantId: string,
  things: readonly string[],
  places: readonly EpcPlace[],
): Promise<string[]> {
  const ids = uuidArray(things)
  const items = sql`
    with listed as (
      select 'batch' as source, batch_id as source_id, address from activation where address = any(${ids})
      union all select 'order', order_id, address from code where address = any(${ids})
      union all select 'shipment', item.logistic_id, item.address from logistic_item item
        where item.address = any(${ids}) and not exists (${packageOfItem})
      union all select 'shippedPacks', logistic_id, pack_id from logistic_pack where pack_id = any(${ids})
      union all select 'case', pack_id, address from pack_item where address = any(${ids})
      union all select 'pallet', pallet_id, case_id from pack_case where case_id = any(${ids})
      union all select 'recalled', recall.id, bound.address from ${recalledCodes} where bound.address = any(${ids}))
    select e.id from listed
    join epcis_event e on e.source_id = listed.source_id and e.source = listed.source
      and e.first_address <= listed.address and e.last_address >= listed.address
    where e.merchant_id = ${merchantId}`
  const parents = sql`
    select id from epcis_event
    where merchant_id = ${merchantId} and subject = any(${ids}) and kind in ('packing', 'unpacking')`
  const found = new Set<string>()
  for (const place of places) {
    const captured = sql`
      select t.event_id as id from epcis_captured_thing t
      where t.merchant_id = ${merchantId} and t.thing = any(${ids}) and t.place = ${place}`
    const { rows } = await tx.execute<{ id: string }>(sql`${place === 'item' ? items : parents} union all ${captured}`)
    for (const { id } of rows) found.add(id)
  }
  return [...found]
}
