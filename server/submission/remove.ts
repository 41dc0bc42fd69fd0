import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import {
  rejectedWrite,
  type VersionedRow,
  versionsOf,
  type WriteResult,
  withVersions,
} from '#server/core/db/write-result.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { submissionProblems } from '#shared/submission/contract.ts'
import { lockSubmissions, releaseUnique } from './lock.ts'

/** Removes submissions. A submission that was changed since `version` stays: an edit wins over a removal. */
export async function removeSubmissions(
  tx: Tx,
  merchantId: string,
  removals: readonly { id: string; version?: number | undefined }[],
): Promise<WriteResult[]> {
  const locked = await lockSubmissions(
    tx,
    merchantId,
    removals.map(({ id }) => id),
  )
  const removed: string[] = []
  const results = removals.map(({ id, version }): WriteResult => {
    const row = locked.get(id)
    if (!row) return rejectedWrite(id, new Problem(submissionProblems.notFound))
    if (row.removedAt) return { id, status: 'unchanged', version: row.ver }
    if (version !== undefined && version !== row.ver) {
      return rejectedWrite(id, new Problem(submissionProblems.changed, { version: row.ver }))
    }
    removed.push(id)
    locked.set(id, { ...row, removedAt: new Date() })
    return { id, status: 'applied', version: row.ver }
  })
  return withVersions(results, await markRemoved(tx, merchantId, removed))
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
