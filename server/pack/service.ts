import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, type ListOrder, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, ilike, inArray, or, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { type ListedCode, skuOf } from '#server/order/service.ts'
import type { PageQuery } from '#shared/core/fields/fields.ts'
import { readSscc } from '#shared/gs1/sscc.ts'
import type { Pack, PackContent } from '#shared/pack/contract.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { type PackedCodes, packedCodes } from './named.ts'
import { selectPacks, viewPack } from './rows.ts'
import { pack } from './table.ts'

export { type PackedCodes, packedCodes, viewPack }

type Page = Pick<PageQuery, 'page' | 'limit'>

/** The packages, the newest first. A code as search text finds the cases that contain or contained it, and their pallets. */
export async function listPacks(
  tx: Tx,
  merchantId: string,
  query: PageQuery,
  read: (text: string) => ListedCode | undefined,
) {
  const { search } = query
  const where = and(eq(pack.merchantId, merchantId), search ? matching(search, read(search)) : undefined)
  const order: ListOrder = { columns: [pack.createdAt, pack.id], descending: true }
  const { ids, total } = await pageOfIds(tx, pack, { where, order }, query)
  const found = await selectPacks(tx, merchantId, ids)
  return { rows: inOrderOf(ids, [...found.values()], ({ id }) => id).map(viewPack), total }
}

function matching(search: string, code: ListedCode | undefined): SQL | undefined {
  if (code && code.hasSecret !== false) {
    const cases = sql`select pack_id from pack_item where address = ${code.address}`
    return or(
      sql`${pack.id} in (${cases})`,
      sql`${pack.id} in (select pallet_id from pack_case where case_id in (${cases}))`,
    )
  }
  const sscc = readSscc(search)
  if (sscc) return eq(pack.sscc, sscc)
  const pattern = containsPattern(search)
  return or(ilike(pack.sscc, pattern), ilike(pack.identifier, pattern))
}

type ItemRow = { address: string; serial_no: number; product: string }

/** A page of what is in a package, or was until it was taken apart. */
export function listContents(tx: Tx, merchantId: string, of: Pack, page: Page): Promise<PackContent[]> {
  return of.kind === 'case' ? listCodes(tx, merchantId, of.id, page) : listCases(tx, merchantId, of.id, page)
}

async function listCodes(tx: Tx, merchantId: string, id: string, { page, limit }: Page): Promise<PackContent[]> {
  const { rows } = await tx.execute<ItemRow>(sql`
    with wanted as materialized (
      select address from pack_item where merchant_id = ${merchantId} and pack_id = ${id}
      order by address limit ${limit} offset ${(page - 1) * limit})
    select c.address, c.serial_no, s.name as product
    from code c join code_order o on o.id = c.order_id join ${sql.raw(skuOf('c', 'o'))} s on true
    where c.address = any(array(select address from wanted)) order by c.address`)
  return rows.map(({ address, serial_no, product }) => ({
    address: formatAddress(address),
    serial_no,
    product,
    pack: null,
  }))
}

async function listCases(tx: Tx, merchantId: string, id: string, { page, limit }: Page): Promise<PackContent[]> {
  const cases = await tx
    .select()
    .from(pack)
    .where(
      and(
        eq(pack.merchantId, merchantId),
        inArray(pack.id, sql`(select case_id from pack_case where merchant_id = ${merchantId} and pallet_id = ${id})`),
      ),
    )
    .orderBy(pack.createdAt, pack.id)
    .limit(limit)
    .offset((page - 1) * limit)
  return cases.map((row) => ({ address: null, serial_no: null, product: null, pack: viewPack(row) }))
}

export type PackedProduct = { name: string; sku: string; count: number }

/** The products in a package with the number of their codes, for its label. */
export async function packedProducts(tx: Tx, merchantId: string, id: string): Promise<PackedProduct[]> {
  const { rows } = await tx.execute<PackedProduct>(sql`
    select s.name, s.sku, count(*)::int as count
    from pack_item i join code c on c.address = i.address
    join code_order o on o.id = c.order_id join ${sql.raw(skuOf('c', 'o'))} s on true
    where i.merchant_id = ${merchantId}
      and i.pack_id in (select ${id}::uuid union all select case_id from pack_case where pallet_id = ${id})
    group by s.id, s.name, s.sku order by count(*) desc, s.name`)
  return rows
}
