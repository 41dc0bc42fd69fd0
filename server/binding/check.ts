import { pendingCodes } from '#server/activation/service.ts'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { type ListedCode, readList } from '#server/order/service.ts'
import { type BindingInput, type BindingRowError, bindingProblems, namedBindingRows } from '#shared/binding/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { formatAddress } from '#shared/verify/code/code.ts'

export type BindingReader = (text: string) => ListedCode | undefined
export type Wanted = Pick<BindingInput, 'skuId' | 'addressList' | 'range' | 'replace'>

/** `asked`: the query for the addresses, with `place`. `count`: the number of errors, of which `errors` contains the first. */
export type CheckedCodes = { asked: SQL; quantity: number; count: number; errors: BindingRowError[] }

/** Checks every code of a list or a range. Codes of other merchants count as unknown. */
export async function checkBinding(
  tx: Tx,
  merchantId: string,
  wanted: Wanted,
  read: BindingReader,
): Promise<CheckedCodes> {
  const {
    asked,
    quantity,
    errors: unread,
  } = wanted.range
    ? await askedRange(tx, merchantId, wanted.range, read)
    : await askedList(wanted.addressList ?? [], read)
  if (quantity === 0) return { asked, quantity, count: unread.length, errors: unread }
  const { rows } = await tx.execute<{ count: number; errors: (BindingRowError & { address: string })[] }>(sql`
    with pending as (${pendingCodes(merchantId)}),
    looked as materialized (
      select asked.place, asked.address, c.order_id, o.sku_id as ordered, b.sku_id as bound,
        a.address is not null as active, p.address is not null as pending
      from (${asked}) asked
      left join code c on c.address = asked.address and c.merchant_id = ${merchantId}
      left join code_order o on o.id = c.order_id
      left join code_binding b on b.address = c.address
      left join activation a on a.address = c.address
      left join pending p on p.address = c.address
    ), judged as materialized (
      select place, address, coalesce(ordered, bound) as has, case
        when order_id is null then 'unknown'
        when coalesce(ordered, bound) = ${wanted.skuId} then null
        when ordered is not null then 'ordered'
        when active then 'active'
        when pending then 'pending'
        when bound is not null and not ${wanted.replace}::boolean then 'bound' end as problem
      from looked
    ), named as (
      select place, address, problem, has from judged where problem is not null order by place limit ${namedBindingRows})
    select (select count(*)::int from judged where problem is not null) as count,
      (select coalesce(jsonb_agg(jsonb_build_object('row', n.place, 'address', n.address, 'problem', n.problem, 'product', s.name)
        order by n.place), '[]') from named n left join sku s on s.id = n.has and s.merchant_id = ${merchantId}) as errors`)
  const found = rows[0]!
  const texts = wanted.addressList
  const errors = found.errors.map(
    ({ row, address, problem, product }): BindingRowError => ({
      row,
      code: texts?.[row - 1] ?? formatAddress(address),
      problem,
      ...(product && { product }),
    }),
  )
  return {
    ...{ asked, quantity, count: found.count + unread.length },
    errors: [...unread, ...errors].sort((left, right) => left.row - right.row).slice(0, namedBindingRows),
  }
}

type Asked = { asked: SQL; quantity: number; errors: BindingRowError[] }

async function askedList(list: readonly string[], read: BindingReader): Promise<Asked> {
  const { asked, errors } = await readList(list, read)
  const places = sql.join(
    [sql`${uuidArray(asked.map(({ address }) => address))}`, sql`${`{${asked.map(({ row }) => row).join()}}`}::int[]`],
    sql`, `,
  )
  return { asked: sql`select * from unnest(${places}) as listed (address, place)`, quantity: asked.length, errors }
}

type End = { order_id: string; serial_no: number; place: number }

/** The two ends may be given in any order. */
async function askedRange(
  tx: Tx,
  merchantId: string,
  { first, last }: { first: string; last: string },
  read: BindingReader,
): Promise<Asked> {
  // One code is a range, too.
  const isOne = first === last
  const { asked: ends, errors } = await readList(isOne ? [first] : [first, last], read)
  const none = { asked: sql`select null::uuid as address, 0 as place where false`, quantity: 0 }
  if (errors.length > 0) return { ...none, errors }
  const { rows } = await tx.execute<End>(sql`
    select c.order_id, c.serial_no, asked.place::int as place
    from unnest(${uuidArray(ends.map(({ address }) => address))}) with ordinality asked (address, place)
    join code c on c.address = asked.address and c.merchant_id = ${merchantId} order by asked.place`)
  const unknown = ends.filter((_, i) => !rows.some(({ place }) => place === i + 1))
  if (unknown.length > 0) {
    return { ...none, errors: unknown.map(({ row, text }) => ({ row, code: text, problem: 'unknown' })) }
  }
  const [begin, end = begin] = rows as [End, End?]
  if (begin.order_id !== end.order_id)
    return { ...none, errors: [{ row: 2, code: last, problem: 'otherOrder' as const }] }
  const [low, high] = [begin.serial_no, end.serial_no].sort((left, right) => left - right) as [number, number]
  const quantity = high - low + 1
  if (quantity > limits.boundRange) throw new Problem(bindingProblems.tooMany, { most: limits.boundRange })
  const asked = sql`select address, serial_no as place from code
    where order_id = ${begin.order_id} and merchant_id = ${merchantId} and serial_no between ${low} and ${high}`
  return { asked, quantity, errors: [] }
}
