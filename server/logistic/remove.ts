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
import { emit } from '#server/core/events/emit.ts'
import { logisticProblems } from '#shared/logistic/contract.ts'
import { shipmentUpdated } from '#shared/logistic/events.ts'
import { closeItems } from './items.ts'
import { lockLogistics, occurrences, selectLogisticsForUpdate } from './rows.ts'

/**
 * Removes shipments; their codes can be shipped again. A shipment that was changed since `version` stays: an edit wins
 * over a removal.
 */
export async function removeLogistics(
  tx: Tx,
  merchantId: string,
  removals: readonly Removal[],
): Promise<WriteResult[]> {
  await lockLogistics(tx, merchantId)
  const stored = await selectLogisticsForUpdate(tx, merchantId, removals)
  const { removedIds, results } = decideRemovals(removals, stored, logisticProblems)
  await closeItems(tx, merchantId, removedIds)
  const { rows } = await tx.execute<VersionedRow>(sql`
    update logistic set removed_at = now(), updated_at = now()
    where merchant_id = ${merchantId} and id = any(${uuidArray(removedIds)}) returning id, ver`)
  await emit(tx, shipmentUpdated, occurrences(merchantId, rows))
  return withVersions(results, versionsOf(rows))
}
