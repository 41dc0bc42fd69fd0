import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { epcOf, packEpcOf } from '#server/epcis/epc.ts'
import type { EpcisSource } from '#server/epcis/table.ts'

/** A code by its address, or a package by its id. */
export type ListedThing = { address: string; gtin: string | null; sscc: string | null }
/** The addresses of a source from one to another, in their order. */
type Range = { sourceId: SQL; from: SQL; to?: SQL }

const rowsOf = (table: string, source: string, address: string) => {
  const [from, sourceColumn, column] = [sql.raw(table), sql.raw(source), sql.raw(address)]
  return ({ sourceId, from: first, to }: Range): SQL => sql`
    select ${column} as address from ${from} where ${sourceColumn} = ${sourceId} and ${column} >= ${first}
      ${to ? sql`and ${column} <= ${to}` : sql``}`
}

/** Selects the package in which a code of a shipment (`item`) was shipped: the outermost one. */
export const packageOfItem = sql`
  select taken.pack_id from pack_item inside left join pack_case on pack_case.case_id = inside.pack_id
  join logistic_pack taken on taken.logistic_id = item.logistic_id and taken.pack_id in (inside.pack_id, pack_case.pallet_id)
  where inside.address = item.address`

/** The codes of a shipment outside of its packages. */
const loose = ({ sourceId, from, to }: Range): SQL => sql`
  select item.address from logistic_item item
  where item.logistic_id = ${sourceId} and item.address >= ${from} ${to ? sql`and item.address <= ${to}` : sql``}
    and not exists (${packageOfItem})`

/** Recalls of products with the blank codes (`bound`) that were active when shoppers saw them: their product changes no more. */
export const recalledCodes = sql`recall
  join code_binding bound on bound.merchant_id = recall.merchant_id and recall.scope = 'sku' and bound.sku_id = recall.target
  join activation on activation.address = bound.address
  join activation_batch active on active.id = activation.batch_id and active.finished_at <= recall.public_at`

const recalled = ({ sourceId, from, to }: Range): SQL => sql`
  select bound.address from ${recalledCodes}
  where recall.id = ${sourceId} and bound.address >= ${from} ${to ? sql`and bound.address <= ${to}` : sql``}`

const listed: Record<EpcisSource, (range: Range) => SQL> = {
  batch: rowsOf('activation', 'batch_id', 'address'),
  order: rowsOf('code', 'order_id', 'address'),
  shipment: loose,
  shippedPacks: rowsOf('logistic_pack', 'logistic_id', 'pack_id'),
  case: rowsOf('pack_item', 'pack_id', 'address'),
  pallet: rowsOf('pack_case', 'pallet_id', 'case_id'),
  recalled,
}

/** The things of these sources are packages. */
const listsPacks = (source: EpcisSource): boolean => source === 'pallet' || source === 'shippedPacks'

/** Selects the addresses of a source in a range. */
export const addressesOf = (source: EpcisSource, range: Range): SQL => listed[source](range)

/** What events call the things of a source: the columns of a thing, and their tables, joined to `w.address`. */
export const namesOf = (source: EpcisSource): { columns: SQL; joins: SQL } =>
  listsPacks(source)
    ? { columns: sql`w.address, null as gtin, p.sscc`, joins: sql`join pack p on p.id = w.address` }
    : {
        columns: sql`w.address, o.gtin, null as sscc`,
        joins: sql`join code c on c.address = w.address join code_order o on o.id = c.order_id`,
      }

/** The identifier of a thing of a source. */
export const thingEpc = (source: EpcisSource, { address, gtin, sscc }: ListedThing, origin: string): string =>
  listsPacks(source) ? packEpcOf(address, sscc, origin) : epcOf(address, gtin, origin)

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
