import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { ssccAt, ssccsOf } from '#shared/gs1/sscc.ts'
import { type PackNumbering, type PackNumberingInput, packProblems } from '#shared/pack/contract.ts'
import { packNumbering } from './table.ts'

export async function readNumbering(tx: Tx, merchantId: string): Promise<PackNumbering> {
  const { rows } = await tx.execute<{ company_prefix: string | null; next: string }>(sql`
    select company_prefix, next from pack_numbering where merchant_id = ${merchantId}`)
  const [stored] = rows
  return { company_prefix: stored?.company_prefix ?? null, next: Number(stored?.next ?? 0) }
}

/** The series never goes back, also not after another prefix, so that no SSCC is given twice. */
export async function writeNumbering(tx: Tx, merchantId: string, input: PackNumberingInput): Promise<PackNumbering> {
  await tx.insert(packNumbering).values({ merchantId }).onConflictDoNothing()
  const { rows } = await tx.execute<{ next: string }>(sql`
    select next from pack_numbering where merchant_id = ${merchantId} for update`)
  const least = Number(rows[0]!.next)
  const { company_prefix, next = least } = input
  if (next < least) throw new Problem(packProblems.numberingBack, { least })
  if (company_prefix !== null && next >= ssccsOf(company_prefix))
    throw new Problem(packProblems.numberingLong, { most: ssccsOf(company_prefix) })
  await tx.execute(sql`
    update pack_numbering set company_prefix = ${company_prefix}, next = ${next} where merchant_id = ${merchantId}`)
  return { company_prefix, next }
}

/**
 * Takes the next SSCCs. All are null without a company prefix. Undefined if the prefix has too few left; then none is taken. The row
 * stays locked until the commit, so the numbers are given in the order of the commits.
 */
export async function takeSsccs(
  tx: Tx,
  merchantId: string,
  count: number,
): Promise<readonly (string | null)[] | undefined> {
  if (count === 0) return []
  const { rows } = await tx.execute<{ company_prefix: string | null; next: string }>(sql`
    select company_prefix, next from pack_numbering where merchant_id = ${merchantId} for update`)
  const prefix = rows[0]?.company_prefix ?? null
  if (prefix === null) return Array.from({ length: count }, () => null)
  const first = Number(rows[0]!.next)
  if (first + count > ssccsOf(prefix)) return undefined
  await tx.execute(sql`update pack_numbering set next = ${first + count} where merchant_id = ${merchantId}`)
  return Array.from({ length: count }, (_, at) => ssccAt(prefix, first + at))
}
