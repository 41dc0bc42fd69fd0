import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { packageOfItem } from '#server/epcis/record/codes.ts'
import { eventsOfThings, ownThings } from './match-epcs.ts'

/**
 * Selects the events of partners about codes (`address`, `event_id`): those that name a code, and those that name a package while it
 * contained the code.
 *
 * @param addresses a list of addresses
 */
export const reportedOf = (addresses: SQL): SQL => sql`
  select i.address, t.event_id from unnest(${addresses}) as i (address) join epcis_captured_thing t on t.thing = i.address
  union
  select inside.address, t.event_id from (
    select i.address, i.pack_id as id from pack_item i where i.address = any(${addresses})
    union all
    select i.address, c.pallet_id from pack_item i join pack_case c on c.case_id = i.pack_id where i.address = any(${addresses})
  ) inside
  join pack p on p.id = inside.id
  join epcis_captured_thing t on t.thing = p.id
  join epcis_captured e on e.id = t.event_id
  where e.event_time >= p.packed_at and (p.unpacked_at is null or e.event_time <= p.unpacked_at)`

/** The ids of all events, of Assay and of partners, about one code, also in its packages; none for an unknown one. */
export async function eventsOfJourney(tx: Tx, merchantId: string, code: string): Promise<string[]> {
  const things = await ownThings(tx, merchantId, [code])
  const own = await eventsOfThings(tx, merchantId, things, ['item', 'parent'])
  const addresses = uuidArray(things)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select event_id as id from (${reportedOf(addresses)}) reported
    union all
    select e.id from logistic_item item cross join lateral (${packageOfItem}) package
    join epcis_event e on e.source_id = item.logistic_id and e.source = 'shippedPacks'
      and e.first_address <= package.pack_id and e.last_address >= package.pack_id
    where item.address = any(${addresses}) and e.merchant_id = ${merchantId}`)
  return [...new Set([...own, ...rows.map(({ id }) => id)])]
}
