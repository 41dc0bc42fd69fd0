import { sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import type { Operation } from '#shared/sync/operation.ts'

/**
 * The version of its record that the person had before them, by operation: the pulled one, or a later one that their
 * own earlier operations made, which theirs builds on. What was decided in this transaction left the record as it is now:
 * infinity.
 */
export async function seenVersions(
  tx: Tx,
  merchantId: string,
  operations: readonly Operation[],
): Promise<Map<string, number>> {
  const seen = new Map(operations.map(({ opId, baseVer }) => [opId, baseVer]))
  const pairs = operations.flatMap(({ opId, deps }) => deps.map((dep) => ({ opId, dep })))
  if (pairs.length === 0) return seen
  const { rows } = await tx.execute<{ opId: string; ver: number | null }>(sql`
    with recursive own (op_id, record_id, entity) as (
      select op_id, record_id, entity from sync_op
      where merchant_id = ${merchantId} and op_id = any(${`{${operations.map(({ opId }) => opId).join(',')}}`}::uuid[])),
    chain (root, op_id) as (
      select "opId", dep from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given ("opId" uuid, dep uuid)
      union
      select chain.root, next.op_id from chain
      join sync_op next on next.merchant_id = ${merchantId} and next.supersedes = chain.op_id)
    select chain.root as "opId", dep.ver from chain
    join own on own.op_id = chain.root
    join sync_op dep on dep.merchant_id = ${merchantId} and dep.op_id = chain.op_id
      and dep.record_id = own.record_id and dep.entity = own.entity
    where dep.status is null or dep.status <> 'rejected'`)
  for (const { opId, ver } of rows) seen.set(opId, Math.max(seen.get(opId)!, ver ?? Number.POSITIVE_INFINITY))
  return seen
}
