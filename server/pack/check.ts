import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { type ListedCode, productOf, readList, withOwnSerials } from '#server/order/service.ts'
import type { PackKind, PackRowError } from '#shared/pack/contract.ts'
import { findNamedPacks } from './named.ts'

export type CodeReading = (text: string) => ListedCode | undefined
/** The addresses of a case or the ids of the cases of a pallet in the order of the list, and how many codes that are. */
export type CheckedList = { members: string[]; quantity: number; errors: PackRowError[] }

type Lists = readonly (readonly string[])[]

/** Checks every row of many lists. What an earlier list without errors contains counts as packed for the later ones. */
export async function checkContents(
  tx: Tx,
  merchantId: string,
  lists: readonly { kind: PackKind; contents: readonly string[] }[],
  read: CodeReading,
): Promise<CheckedList[]> {
  const ofKind = (kind: PackKind): Lists => lists.filter((list) => list.kind === kind).map(({ contents }) => contents)
  const checked = {
    case: await checkCodes(tx, merchantId, ofKind('case'), read),
    pallet: await checkCases(tx, merchantId, ofKind('pallet')),
  }
  return lists.map(({ kind }) => checked[kind].shift()!)
}

type Member = { row: number; text: string; member: string; quantity: number }

/** @param problemOf what is wrong with a member, apart from an earlier list */
function decide(
  lists: readonly { asked: readonly Member[]; errors: readonly PackRowError[] }[],
  problemOf: ReadonlyMap<string, PackRowError['problem']>,
): CheckedList[] {
  const packed = new Set<string>()
  return lists.map(({ asked, errors }) => {
    const found = asked.flatMap(({ row, text, member }): PackRowError[] => {
      const problem = problemOf.get(member) ?? (packed.has(member) ? 'packed' : undefined)
      return problem ? [{ row, code: text, problem }] : []
    })
    const all = [...errors, ...found].sort((left, right) => left.row - right.row)
    if (all.length === 0) for (const { member } of asked) packed.add(member)
    const quantity = asked.reduce((sum, one) => sum + one.quantity, 0)
    return { members: asked.map(({ member }) => member), quantity, errors: all }
  })
}

/** Codes of other merchants count as unknown. */
async function checkCodes(tx: Tx, merchantId: string, lists: Lists, readCode: CodeReading): Promise<CheckedList[]> {
  if (lists.length === 0) return []
  const read = await withOwnSerials(tx, merchantId, lists.flat(), readCode)
  const readLists = []
  for (const list of lists) readLists.push(await readList(list, read))
  const addresses = readLists.flatMap(({ asked }) => asked.map(({ address }) => address))
  const { rows } = await tx.execute<{ address: string; problem: 'unknown' | 'packed' | 'unbound' }>(sql`
    select asked.address,
      case when c.address is null then 'unknown' when i.address is not null then 'packed' else 'unbound' end as problem
    from (select distinct unnest(${uuidArray(addresses)}) as address) asked
    left join code c on c.address = asked.address and c.merchant_id = ${merchantId}
    left join code_order o on o.id = c.order_id
    left join pack_item i on i.address = c.address and i.is_packed
    where c.address is null or i.address is not null or ${sql.raw(productOf('c', 'o'))} is null`)
  const problems = new Map(rows.map(({ address, problem }) => [address, problem]))
  const members = readLists.map(({ asked, errors }) => ({
    asked: asked.map(({ row, text, address }) => ({ row, text, member: address, quantity: 1 })),
    errors,
  }))
  return decide(members, problems)
}

/** Cases are named by the SSCC or the number on their label, or by their id. */
async function checkCases(tx: Tx, merchantId: string, lists: Lists): Promise<CheckedList[]> {
  if (lists.length === 0) return []
  const find = await findNamedPacks(tx, merchantId, lists.flat())
  const problems = new Map<string, PackRowError['problem']>()
  const readLists = lists.map((list) => {
    const [asked, errors, seen]: [Member[], PackRowError[], Set<string>] = [[], [], new Set()]
    for (const [i, text] of list.entries()) {
      const [row, found] = [i + 1, find(text).filter(({ kind }) => kind === 'case')]
      const one = found[0]
      const problem = !one ? 'unknown' : found.length > 1 ? 'ambiguous' : seen.has(one.id) ? 'duplicate' : undefined
      if (!one || problem) {
        errors.push({ row, code: text, problem: problem ?? 'unknown' })
        continue
      }
      seen.add(one.id)
      if (one.apart || one.packed) problems.set(one.id, one.apart ? 'apart' : 'packed')
      asked.push({ row, text, member: one.id, quantity: one.quantity })
    }
    return { asked, errors }
  })
  return decide(readLists, problems)
}
