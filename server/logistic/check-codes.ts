import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { type ListedCode, readList } from '#server/order/service.ts'
import type { LogisticRowError } from '#shared/logistic/contract.ts'

type CheckedAddresses = { addresses: string[]; errors: LogisticRowError[] }
type ReadCodes = Awaited<ReturnType<typeof readList>>
type Reader = (text: string) => ListedCode | undefined

/**
 * Checks every row of many lists in one query. Codes of other merchants count as unknown. A code that an earlier list
 * contains counts as shipped for the later lists. Returns addresses in the order of each list.
 */
export async function checkLists(
  tx: Tx,
  merchantId: string,
  lists: readonly (readonly string[])[],
  read: Reader,
): Promise<CheckedAddresses[]> {
  const readLists: ReadCodes[] = []
  for (const list of lists) readLists.push(await readList(list, read))
  const addresses = readLists.flatMap(({ asked }) => asked.map(({ address }) => address))
  const { rows } = await tx.execute<{ address: string; known: boolean }>(sql`
    select asked.address, c.address is not null as known
    from (select distinct unnest(${uuidArray(addresses)}) as address) asked
    left join code c on c.address = asked.address and c.merchant_id = ${merchantId}
    left join logistic_item i on i.address = c.address and i.is_open
    where c.address is null or i.address is not null`)
  const problems = new Map(rows.map(({ address, known }) => [address, known ? 'shipped' : 'unknown'] as const))
  return readLists.map(({ asked, errors }) => {
    const found = asked.flatMap(({ row, text, address }): LogisticRowError[] => {
      const problem = problems.get(address)
      return problem ? [{ row, code: text, problem }] : []
    })
    const all = [...errors, ...found].sort((left, right) => left.row - right.row)
    if (all.length === 0) for (const { address } of asked) problems.set(address, 'shipped')
    return { addresses: asked.map(({ address }) => address), errors: all }
  })
}
