import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type Pack, packProblems } from '#shared/pack/contract.ts'
import { pack } from './table.ts'

export type PackRow = typeof pack.$inferSelect

export function viewPack(row: PackRow): Pack {
  const { id, kind, sscc, identifier, quantity, cases, ver: version } = row
  return {
    ...{ id, kind, sscc, identifier, quantity, cases, version },
    pallet_id: row.palletId,
    packed_at: row.packedAt.toISOString(),
    unpacked_at: row.unpackedAt?.toISOString() ?? null,
    unpack_reason: row.unpackReason,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Serializes the packages of one merchant, so that no code is in two cases and no case on two pallets. */
export async function lockPacks(tx: Tx, merchantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pack:${merchantId}`}, 0))`)
}

/** The packages with these ids. */
export async function selectPacks(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, PackRow>> {
  const rows = await tx
    .select()
    .from(pack)
    .where(and(eq(pack.merchantId, merchantId), sql`${pack.id} = any(${uuidArray(ids)})`))
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findPack(tx: Tx, merchantId: string, id: string): Promise<PackRow> {
  const found = (await selectPacks(tx, merchantId, [id])).get(id)
  if (!found) throw new Problem(packProblems.notFound)
  return found
}

/** What packages contain, or contained until they were taken apart, as events name it. */
export async function contentsOf(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, { addresses: string[]; cases: string[] }>> {
  const { rows } = await tx.execute<{ id: string; addresses: string[]; cases: string[] }>(sql`
    select wanted.id,
      array(select address from pack_item where merchant_id = ${merchantId} and pack_id = wanted.id order by address)::text[] as addresses,
      array(select case_id from pack_case where merchant_id = ${merchantId} and pallet_id = wanted.id order by case_id)::text[] as cases
    from unnest(${uuidArray(ids)}) wanted (id)`)
  return new Map(rows.map(({ id, ...contents }) => [id, contents]))
}
