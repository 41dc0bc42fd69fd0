import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { type BlockCount, blockOf, type ListedCode, listProblem, productOf } from '#server/order/service.ts'
import type { CodeCheck } from '#shared/activation/contract.ts'

type CheckedCode = { row: number; known: boolean; active: boolean; pending: boolean; unbound: boolean }

const problemOf = ({ known, active, pending }: CheckedCode): CodeCheck['problem'] =>
  !known ? 'unknown' : active ? 'active' : pending ? 'pending' : 'unbound'

/** Lists of one merchant are checked one after the other, so that no code is in two lists. */
export async function lockActivations(tx: Tx, merchantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`activation:${merchantId}`}, 0))`)
}

/** The query for the addresses of the codes that are in a waiting batch of the merchant. */
export const pendingCodes = (merchantId: string): SQL => sql`
  select unnest(addresses) as address from activation_batch
  where merchant_id = ${merchantId} and state in ('queued', 'running')`

/**
 * Checks every row of a list in one query. Codes of other merchants count as unknown. Returns the addresses that may be
 * activated in the order of the list, and in which blocks of their orders they are.
 */
export async function checkCodes(
  tx: Tx,
  merchantId: string,
  list: readonly string[],
  read: (text: string) => ListedCode | undefined,
): Promise<{ addresses: string[]; blocks: BlockCount[]; errors: CodeCheck[] }> {
  const errors: CodeCheck[] = []
  const seen = new Set<string>()
  const readable: { row: number; address: string }[] = []
  for (const [i, text] of list.entries()) {
    const code = read(text)
    const problem = listProblem(code, seen)
    if (problem || !code) {
      errors.push({ row: i + 1, code: text, problem: problem ?? 'unreadable' })
    } else {
      seen.add(code.address)
      readable.push({ row: i + 1, address: code.address })
    }
  }
  const { rows } = await tx.execute<{ bad: CheckedCode[]; blocks: BlockCount[] }>(sql`
    with pending as (${pendingCodes(merchantId)}),
    looked as materialized (
      select asked.place::int as row, c.address is not null as known, a.address is not null as active,
        p.address is not null as pending, ${sql.raw(productOf('c', 'o'))} is null as unbound, c.order_id, ${blockOf(sql`c.serial_no`)} as block
      from unnest(${uuidArray(readable.map(({ address }) => address))}) with ordinality asked (address, place)
      left join code c on c.address = asked.address and c.merchant_id = ${merchantId}
      left join code_order o on o.id = c.order_id
      left join activation a on a.address = c.address
      left join pending p on p.address = c.address)
    select
      (select coalesce(jsonb_agg(jsonb_build_object('row', row, 'known', known, 'active', active, 'pending', pending, 'unbound', unbound)), '[]')
        from looked where not known or active or pending or unbound) as bad,
      (select coalesce(jsonb_agg(jsonb_build_array(order_id, block, codes)), '[]') from (
        select order_id, block, count(*) as codes from looked where known group by order_id, block) counted) as blocks`)
  const { bad: found, blocks } = rows[0]!
  const bad = new Map(found.map((one) => [one.row, one]))
  const addresses: string[] = []
  for (const [i, { row, address }] of readable.entries()) {
    const found = bad.get(i + 1)
    if (!found) addresses.push(address)
    else {
      errors.push({ row, code: list[row - 1]!, problem: problemOf(found) })
    }
  }
  return { addresses, blocks, errors: errors.sort((left, right) => left.row - right.row) }
}
