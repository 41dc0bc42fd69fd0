import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { readEpc } from '#server/epcis/epc.ts'

/** The addresses of the merchant's own codes among these identifiers. */
export async function ownAddresses(tx: Tx, merchantId: string, epcs: readonly string[]): Promise<string[]> {
  const named = epcs.flatMap((epc) => readEpc(epc) ?? [])
  // The end of an address includes 3 digits of the prefix of its order.
  const { rows } = await tx.execute<{ address: string }>(sql`
    with given as (
      select address from ${recordset(named, 'address uuid, gtin text, ending text')} where address is not null
      union
      select (encode(o.prefix, 'hex') || substr(ending, 4))::uuid
      from ${recordset(named, 'address uuid, gtin text, ending text')}
      join code_order o on o.merchant_id = ${merchantId} and o.gtin = listed.gtin
        and right(encode(o.prefix, 'hex'), 3) = left(ending, 3))
    select c.address from given join code c on c.address = given.address where c.merchant_id = ${merchantId}`)
  return rows.map(({ address }) => address)
}

/** The ids of the events about one of these codes. */
export async function eventsOfCodes(tx: Tx, merchantId: string, addresses: readonly string[]): Promise<string[]> {
  const list = uuidArray(addresses)
  const { rows } = await tx.execute<{ id: string }>(sql`
    with listed as (
      select batch_id as source_id, address from activation where address = any(${list})
      union all select order_id, address from code where address = any(${list})
      union all select logistic_id, address from logistic_item where address = any(${list}))
    select distinct e.id from listed
    join epcis_event e on e.source_id = listed.source_id and e.first_address <= listed.address and e.last_address >= listed.address
    where e.merchant_id = ${merchantId}`)
  return rows.map(({ id }) => id)
}
