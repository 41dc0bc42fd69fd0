import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { eventOf } from '#server/epcis/document.ts'
import { epcOf } from '#server/epcis/epc.ts'
import { addressesOf, type ListedItem } from '#server/epcis/record/codes.ts'
import type { EpcisSource, epcisEvent } from '#server/epcis/table.ts'
import type { EpcisEvent } from '#shared/epcis/contract.ts'

type EventRow = typeof epcisEvent.$inferSelect

/** Stored events with the identifiers of their codes. */
export async function withCodes(tx: Tx, rows: readonly EventRow[]): Promise<EpcisEvent[]> {
  const items = new Map<string, ListedItem[]>()
  for (const [source, some] of Map.groupBy(rows, (row) => row.source)) {
    for (const [id, listed] of await itemsOf(tx, source, some)) items.set(id, listed)
  }
  return rows.map((row) => {
    const epcs = (items.get(row.id) ?? []).map(({ address, gtin }) => epcOf(address, gtin, row.origin))
    return eventOf(row, epcs)
  })
}

async function itemsOf(tx: Tx, source: EpcisSource, rows: readonly EventRow[]): Promise<Map<string, ListedItem[]>> {
  const wanted = rows.map(({ id, sourceId, firstAddress, lastAddress }) => ({
    ...{ id, source_id: sourceId, first_address: firstAddress, last_address: lastAddress },
  }))
  const column = (name: string): SQL => sql.raw(`listed.${name}`)
  const range = { sourceId: column('source_id'), from: column('first_address'), to: column('last_address') }
  const { rows: found } = await tx.execute<ListedItem & { id: string }>(sql`
    with wanted as materialized (
      select listed.id, item.address
      from ${recordset(wanted, 'id uuid, source_id uuid, first_address uuid, last_address uuid')}
      cross join lateral (${addressesOf(source, range)} order by address) as item)
    select w.id, w.address, o.gtin from wanted w join code c on c.address = w.address join code_order o on o.id = c.order_id
    order by w.id, w.address`)
  return Map.groupBy(found, ({ id }) => id)
}
