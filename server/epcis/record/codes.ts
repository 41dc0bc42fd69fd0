import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { EpcisSource } from '#server/epcis/table.ts'

export type ListedItem = { address: string; gtin: string | null }
/** The addresses of a source from one to another, in their order. */
type Range = { sourceId: SQL; from: SQL; to?: SQL }

const listed: Record<EpcisSource, (range: Range) => SQL> = {
  batch: ({ sourceId, from, to }) => sql`
    select address from activation where batch_id = ${sourceId} and address >= ${from} ${until(to)}`,
  order: ({ sourceId, from, to }) => sql`
    select address from code where order_id = ${sourceId} and address >= ${from} ${until(to)}`,
  shipment: ({ sourceId, from, to }) => sql`
    select address from logistic_item where logistic_id = ${sourceId} and address >= ${from} ${until(to)}`,
}
const until = (to: SQL | undefined): SQL => (to ? sql`and address <= ${to}` : sql``)

/** Selects the addresses of a source in a range. */
export const addressesOf = (source: EpcisSource, range: Range): SQL => listed[source](range)

type After = { source: EpcisSource; sourceId: string; after: string | undefined; count: number }

/** At most `count` codes behind an address, in the order of their addresses. */
export async function codesAfter(tx: Tx, { source, sourceId, after, count }: After): Promise<ListedItem[]> {
  const range = { sourceId: sql`${sourceId}::uuid`, from: sql`${after ?? firstAddress}::uuid` }
  const { rows } = await tx.execute<ListedItem>(sql`
    with wanted as materialized (
      select address from (${addressesOf(source, range)}) as listed
      where ${after === undefined} or address > ${after ?? firstAddress}::uuid order by address limit ${count})
    select w.address, o.gtin from wanted w join code c on c.address = w.address join code_order o on o.id = c.order_id
    order by w.address`)
  return rows
}

const firstAddress = '00000000-0000-0000-0000-000000000000'
