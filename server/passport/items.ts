import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import { type ListedCode, productOf, readList } from '#server/order/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import {
  type ItemRowProblem,
  type ItemValues,
  type ItemValuesInput,
  passportItemProblems,
} from '#shared/passport/item-contract.ts'
import { passportQuotas } from '#shared/passport/quotas.ts'
import { formatAddress } from '#shared/verify/code/code.ts'

type ReadCode = (text: string) => ListedCode | undefined
type RowError = { row: number; code: string; problem: ItemRowProblem }

/** Sets the values of items. One bad row changes nothing; the same values again change nothing. Returns how many items changed. */
export async function setItemValues(
  tx: Tx,
  owner: QuotaOwner,
  { skuId, items, read }: { skuId: string; items: readonly ItemValuesInput[]; read: ReadCode },
): Promise<number> {
  const { merchantId } = owner
  const rows = await checkedRows(tx, merchantId, { skuId, items, read })
  const given = recordset(rows, 'address uuid, points jsonb')
  const isNew = sql`not exists (select from passport_item known where known.address = listed.address)`
  const { rows: counted } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from ${given} where points <> '[]' and ${isNew}`)
  await assertQuota(tx, owner, passportQuotas.passportItems, counted[0]!.count)
  // In one order, so that two calls never wait for each other.
  const { rows: changed } = await tx.execute(sql`
    insert into passport_item as known (address, merchant_id, sku_id, points)
    select address, ${merchantId}, ${skuId}, points from ${given}
    where points <> '[]' or not ${isNew} order by address
    on conflict (address) do update set sku_id = excluded.sku_id, points = excluded.points, revision = known.revision + 1,
      updated_at = date_trunc('second', now())
    where known.points <> excluded.points or known.sku_id <> excluded.sku_id returning address`)
  return changed.length
}

type Asked = { skuId: string; items: readonly ItemValuesInput[]; read: ReadCode }

async function checkedRows(tx: Tx, merchantId: string, { skuId, items, read }: Asked) {
  const list = await readList(
    items.map(({ code }) => code),
    read,
  )
  const { rows } = await tx.execute<{ address: string; problem: 'unknown' | 'otherProduct' }>(sql`
    select asked.address, case when c.address is null then 'unknown' else 'otherProduct' end as problem
    from unnest(${uuidArray(list.asked.map(({ address }) => address))}) asked (address)
    left join code c on c.address = asked.address and c.merchant_id = ${merchantId}
    left join code_order o on o.id = c.order_id
    where c.address is null or ${sql.raw(productOf('c', 'o'))} is distinct from ${skuId}::uuid`)
  const problems = new Map(rows.map(({ address, problem }) => [address, problem]))
  const found = list.asked.flatMap(({ row, text, address }): RowError[] => {
    const problem = problems.get(address)
    return problem ? [{ row, code: text, problem }] : []
  })
  const errors: RowError[] = [...list.errors, ...found]
  if (errors.length > 0) {
    const details = { count: errors.length, errors: errors.toSorted((one, other) => one.row - other.row) }
    throw new Problem(passportItemProblems.badRows, details)
  }
  return list.asked.map(({ row, address }) => ({ address, points: items[row - 1]!.points }))
}

type ItemRow = Pick<ItemValues, 'serial_no' | 'points' | 'revision'> & { address: string; at: Date }

/** The items of a product with values, the last changed first; one of them by its code. */
export async function listItemValues(
  tx: Tx,
  { merchantId, skuId }: { merchantId: string; skuId: string },
  { page, limit, address }: { page: number; limit: number; address: string | undefined },
): Promise<{ rows: ItemValues[]; total: number }> {
  const where = sql`i.merchant_id = ${merchantId} and i.sku_id = ${skuId} and i.points <> '[]'
    ${address === undefined ? sql`` : sql`and i.address = ${address}`}`
  const { rows } = await tx.execute<ItemRow>(sql`
    with page as materialized (
      select address, points, revision, updated_at from passport_item i where ${where}
      order by updated_at desc, address limit ${limit} offset ${(page - 1) * limit})
    select page.address, c.serial_no, page.points, page.revision, page.updated_at as at
    from page join code c on c.address = page.address order by page.updated_at desc, page.address`)
  const { rows: counted } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from passport_item i where ${where}`)
  return {
    rows: rows.map(({ address: one, at, ...values }) => ({
      ...{ ...values, code: formatAddress(one), updatedAt: new Date(at).toISOString() },
    })),
    total: counted[0]!.count,
  }
}
