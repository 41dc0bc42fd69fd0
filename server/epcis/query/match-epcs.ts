import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { readEpc } from '#server/epcis/epc.ts'

/** The merchant's own codes and packages, by their addresses and ids. */
export type OwnThings = { addresses: string[]; packs: string[] }

/** The merchant's own codes and packages among these identifiers. */
export async function ownThings(tx: Tx, merchantId: string, epcs: readonly string[]): Promise<OwnThings> {
  const named = recordset(
    epcs.flatMap((epc) => readEpc(epc) ?? []),
    'address uuid, gtin text, ending text, sscc text, "packId" uuid',
  )
  // The end of an address includes 3 digits of the prefix of its order.
  const { rows } = await tx.execute<{ id: string; isPack: boolean }>(sql`
    with given as (
      select address from ${named} where address is not null
      union
      select (encode(o.prefix, 'hex') || substr(ending, 4))::uuid
      from ${named}
      join code_order o on o.merchant_id = ${merchantId} and o.gtin = listed.gtin
        and right(encode(o.prefix, 'hex'), 3) = left(ending, 3))
    select c.address as id, false as "isPack" from given join code c on c.address = given.address where c.merchant_id = ${merchantId}
    union all
    select p.id, true from ${named} join pack p on p.id = listed."packId" where p.merchant_id = ${merchantId}
    union all
    select p.id, true from ${named} join pack p on p.sscc = listed.sscc and p.merchant_id = ${merchantId}`)
  const idsOf = (wanted: boolean) => rows.filter(({ isPack }) => isPack === wanted).map(({ id }) => id)
  return { addresses: idsOf(false), packs: idsOf(true) }
}

/** Where an event names a thing: in its list of items or children, or as what contains others. */
export type Place = 'item' | 'parent'

/** The ids of the events that name one of these things in one of these places. */
export async function eventsOfThings(
  tx: Tx,
  merchantId: string,
  { addresses, packs }: OwnThings,
  places: readonly Place[],
): Promise<string[]> {
  const [codes, packages] = [uuidArray(addresses), uuidArray(packs)]
  const items = sql`
    with listed as (
      select batch_id as source_id, address from activation where address = any(${codes})
      union all select order_id, address from code where address = any(${codes})
      union all select logistic_id, address from logistic_item where address = any(${codes})
      union all select pack_id, address from pack_item where address = any(${codes})
      union all select pallet_id, case_id from pack_case where case_id = any(${packages}))
    select e.id from listed
    join epcis_event e on e.source_id = listed.source_id and e.first_address <= listed.address and e.last_address >= listed.address
    where e.merchant_id = ${merchantId}`
  const parents = sql`
    select id from epcis_event
    where merchant_id = ${merchantId} and subject = any(${packages}) and kind in ('packing', 'unpacking')`
  const found = new Set<string>()
  for (const place of places) {
    const { rows } = await tx.execute<{ id: string }>(place === 'item' ? items : parents)
    for (const { id } of rows) found.add(id)
  }
  return [...found]
}
