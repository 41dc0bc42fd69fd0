import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { type ListedCode, productOf, readList } from '#server/order/service.ts'
import { type PackedCodes, packedCodes } from '#server/pack/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { type LogisticRowError, logisticProblems } from '#shared/logistic/contract.ts'

type CheckedAddresses = { addresses: string[]; packIds: string[]; errors: LogisticRowError[] }
type ReadCodes = {
  asked: { row: number; text: string; address: string }[]
  packIds: string[]
  errors: LogisticRowError[]
}
type Reader = (text: string) => ListedCode | undefined

/**
 * Checks every row of many lists in one query. Codes of other merchants count as unknown. A code that an earlier list
 * contains counts as shipped for the later lists. A row can name a package instead: it stands for the codes inside. Returns the
 * addresses of each list, those of packages last, and the ids of its packages.
 */
export async function checkLists(
  tx: Tx,
  merchantId: string,
  lists: readonly (readonly string[])[],
  read: Reader,
): Promise<CheckedAddresses[]> {
  const readLists: ReadCodes[] = []
  const packed = await packedCodes(tx, merchantId, lists.flat(), limits.logisticCodes)
  if (!packed) throw new Problem(logisticProblems.tooMany, { most: limits.logisticCodes })
  const readCode: Reader = (text) => (packed.has(text) ? undefined : read(text))
  for (const list of lists) readLists.push(withPackages(await readList(list, readCode), packed))
  const addresses = readLists.flatMap(({ asked }) => asked.map(({ address }) => address))
  const { rows } = await tx.execute<{ address: string; problem: 'unknown' | 'shipped' | 'unbound' }>(sql`
    select asked.address,
      case when c.address is null then 'unknown' when i.address is not null then 'shipped' else 'unbound' end as problem
    from (select distinct unnest(${uuidArray(addresses)}) as address) asked
    left join code c on c.address = asked.address and c.merchant_id = ${merchantId}
    left join code_order o on o.id = c.order_id
    left join logistic_item i on i.address = c.address and i.is_open
    where c.address is null or i.address is not null or ${sql.raw(productOf('c', 'o'))} is null`)
  const problems = new Map(rows.map(({ address, problem }) => [address, problem]))
  return readLists.map(({ asked, packIds, errors }) => {
    const found = new Map<number, LogisticRowError>()
    for (const { row, text, address } of asked) {
      const problem = problems.get(address)
      if (problem) found.set(row, { row, code: text, problem })
    }
    const all = [...errors, ...found.values()].sort((left, right) => left.row - right.row)
    if (all.length === 0) for (const { address } of asked) problems.set(address, 'shipped')
    return { addresses: asked.map(({ address }) => address), packIds, errors: all }
  })
}

/** Replaces the rows that name packages by the codes inside. A code that is also in the list, or in two packages, is a duplicate. */
function withPackages(
  { asked, errors }: Omit<ReadCodes, 'packIds'>,
  packed: ReadonlyMap<string, PackedCodes>,
): ReadCodes {
  const seen = new Set(asked.map(({ address }) => address))
  const all: ReadCodes = { asked: [...asked], packIds: [], errors: [] }
  for (const error of errors) {
    const { row, code } = error
    const found = packed.get(code)
    const isRepeated = found?.addresses.some((address) => seen.has(address))
    if (!found) all.errors.push(error)
    else if (found.problem || isRepeated) all.errors.push({ row, code, problem: found.problem ?? 'duplicate' })
    else {
      all.packIds.push(found.id)
      for (const address of found.addresses) {
        seen.add(address)
        all.asked.push({ row, text: code, address })
      }
    }
  }
  return all
}
