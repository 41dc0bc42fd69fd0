import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import {
  decideRemovals,
  type Removal,
  type VersionedRow,
  versionsOf,
  type WriteResult,
  withVersions,
} from '#server/core/db/write-result.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { submissionProblems } from '#shared/submission/contract.ts'
import { lockSubmissions, releaseUnique } from './lock.ts'

/** Removes submissions. A submission that was changed since `version` stays: an edit wins over a removal. */
export async function removeSubmissions(
  tx: Tx,
  merchantId: string,
  removals: readonly Removal[],
): Promise<WriteResult[]> {
  const locked = await lockSubmissions(
    tx,
    merchantId,
    removals.map(({ id }) => id),
  )
  const { removedIds, results } = decideRemovals(removals, locked, submissionProblems)
  return withVersions(results, await markRemoved(tx, merchantId, removedIds))
}

/** Returns the new versions. */
export async function markRemoved(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  await releaseUnique(tx, merchantId, ids)
  const { rows } = await tx.execute<VersionedRow>(sql`
    update submission set removed_at = now(), updated_at = now()
    where merchant_id = ${merchantId} and id = any(${uuidArray(ids)}) returning id, ver`)
  return versionsOf(rows)
}
