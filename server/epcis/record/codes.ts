import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { epcOf, packEpcOf } from '#server/epcis/epc.ts'
import type { EpcisSource } from '#server/epcis/table.ts'

/** A code by its address, or a case on a pallet by its id. */
export type ListedThing = { address: string; gtin: string | null; sscc: string | null }
/** The addresses of a source from one to another, in their order. */
type Range = { sourceId: SQL; from: SQL; to?: SQL }

const rowsOf = (table: string, source: string, address: string) => {
  const [from, sourceColumn, column] = [sql.raw(table), sql.raw(source), sql.raw(address)]
  return ({ sourceId, from: first, to }: Range): SQL => sql`
    select ${column} as address from ${from} where ${sourceColumn} = ${sourceId} and ${column} >= ${first}
      ${to ? sql`and ${column} <= ${to}` : sql``}`
}

const listed: Record<EpcisSource, (range: Range) => SQL> = {
  batch: rowsOf('activation', 'batch_id', 'address'),
  order: rowsOf('code', 'order_id', 'address'),
  shipment: rowsOf('logistic_item', 'logistic_id', 'address'),
  case: rowsOf('pack_item', 'pack_id', 'address'),
  pallet: rowsOf('pack_case', 'pallet_id', 'case_id'),
}

/** Selects the addresses of a source in a range. */
export const addressesOf = (source: EpcisSource, range: Range): SQL => listed[source](range)

/** What events call the things of a source: the columns of a thing, and their tables, joined to `w.address`. */
export const namesOf = (source: EpcisSource): { columns: SQL; joins: SQL } =>
  source === 'pallet'
    ? { columns: sql`w.address, null as gtin, p.sscc`, joins: sql`join pack p on p.id = w.address` }
    : {
        columns: sql`w.address, o.gtin, null as sscc`,
        joins: sql`join code c on c.address = w.address join code_order o on o.id = c.order_id`,
      }

/** The identifier of a thing of a source. */
export const thingEpc = (source: EpcisSource, { address, gtin, sscc }: ListedThing, origin: string): string =>
  source === 'pallet' ? packEpcOf(address, sscc, origin) : epcOf(address, gtin, origin)

type After = { source: EpcisSource; sourceId: string; after: string | undefined; count: number }

/** At most `count` things behind an address, in the order of their addresses. */
export async function thingsAfter(tx: Tx, { source, sourceId, after, count }: After): Promise<ListedThing[]> {
  const range = { sourceId: sql`${sourceId}::uuid`, from: sql`${after ?? firstAddress}::uuid` }
  const { columns, joins } = namesOf(source)
  const { rows } = await tx.execute<ListedThing>(sql`
    with wanted as materialized (
      select address from (${addressesOf(source, range)}) as listed
      where ${after === undefined} or address > ${after ?? firstAddress}::uuid order by address limit ${count})
    select ${columns} from wanted w ${joins} order by w.address`)
  return rows
}

const firstAddress = '00000000-0000-0000-0000-000000000000'
