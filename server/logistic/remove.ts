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
import { logisticProblems } from '#shared/logistic/contract.ts'
import { closeItems } from './items.ts'
import { lockLogistics, selectLogisticsForUpdate } from './rows.ts'

/**
 * Removes shipments; their codes can be shipped again. A shipment that was changed since `version` stays: an edit wins
 * over a removal.
 */
export async function removeLogistics(
  tx: Tx,
  merchantId: string,
  removals: readonly { id: string; version?: number | undefined }[],
): Promise<WriteResult[]> {
  await lockLogistics(tx, merchantId)
  const stored = await selectLogisticsForUpdate(tx, merchantId, removals)
  const removedIds: string[] = []
  const outcomes = removals.map(({ id, version }): WriteResult => {
    const row = stored.get(id)
    if (!row) return rejectedWrite(id, new Problem(logisticProblems.notFound))
    if (row.removedAt) return { id, status: 'unchanged', version: row.ver }
    if (version !== undefined && version !== row.ver) {
      return rejectedWrite(id, new Problem(logisticProblems.changed, { version: row.ver }))
    }
    removedIds.push(id)
    stored.set(id, { ...row, removedAt: new Date() })
    return { id, status: 'applied', version: row.ver }
  })
  await closeItems(tx, merchantId, removedIds)
  const { rows } = await tx.execute<VersionedRow>(sql`
    update logistic set removed_at = now(), updated_at = now()
    where merchant_id = ${merchantId} and id = any(${uuidArray(removedIds)}) returning id, ver`)
  return withVersions(outcomes, versionsOf(rows))
}
