import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { eventOf } from '#server/epcis/document.ts'
import { addressesOf, type ListedThing, namesOf, thingEpc } from '#server/epcis/record/codes.ts'
import type { EpcisSource, epcisEvent } from '#server/epcis/table.ts'
import type { EpcisEvent } from '#shared/epcis/contract.ts'

type EventRow = typeof epcisEvent.$inferSelect

/** Stored events with the identifiers of their things. */
export async function withThings(tx: Tx, rows: readonly EventRow[]): Promise<EpcisEvent[]> {
  const things = new Map<string, ListedThing[]>()
  for (const [source, some] of Map.groupBy(rows, (row) => row.source)) {
    for (const [id, listed] of await thingsOf(tx, source, some)) things.set(id, listed)
  }
  return rows.map((row) => {
    const epcs = (things.get(row.id) ?? []).map((thing) => thingEpc(row.source, thing, row.origin))
    return eventOf(row, epcs)
  })
}

async function thingsOf(tx: Tx, source: EpcisSource, rows: readonly EventRow[]): Promise<Map<string, ListedThing[]>> {
  const wanted = rows.map(({ id, sourceId, firstAddress, lastAddress }) => ({
    ...{ id, source_id: sourceId, first_address: firstAddress, last_address: lastAddress },
  }))
  const column = (name: string): SQL => sql.raw(`listed.${name}`)
  const range = { sourceId: column('source_id'), from: column('first_address'), to: column('last_address') }
  const { columns, joins } = namesOf(source)
  const { rows: found } = await tx.execute<ListedThing & { id: string }>(sql`
    with wanted as materialized (
      select listed.id, thing.address
      from ${recordset(wanted, 'id uuid, source_id uuid, first_address uuid, last_address uuid')}
      cross join lateral (${addressesOf(source, range)} order by address) as thing)
    select w.id, ${columns} from wanted w ${joins}
    order by w.id, w.address`)
  return Map.groupBy(found, ({ id }) => id)
}
