import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { SyncCall } from '#server/sync/entity.ts'
import { compactEntry } from '#server/sync/retention/compact-ledger.ts'
import type { Operation } from '#shared/sync/operation.ts'

type Link = { opId: string; link: string; ver: number | null; status: string | null }

/**
 * The version of the record that the author of each operation had seen. This is the pulled version, or the later version
 * that resulted from the author's own earlier operations on which this one depends, unless those met changes that the
 * author had not seen. After an earlier operation of the same push, the current version counts as seen: infinity.
 */
export async function baseVersions(
  call: Pick<SyncCall, 'tx' | 'merchantId' | 'actor' | 'progress'>,
  operations: readonly Operation[],
): Promise<Map<string, number>> {
  const seen = new Map(operations.map(({ opId, baseVer }) => [opId, baseVer]))
  const dependent = operations.filter(({ deps }) => deps.length > 0)
  if (dependent.length === 0) return seen
  const own = new Map(dependent.map((operation) => [operation.opId, operation]))
  const successors = Map.groupBy(call.progress.operations.values(), ({ supersedes }) => supersedes)
  for (const { opId, link, ver, status } of await linksOf(call, dependent)) {
    const { baseVer } = own.get(opId)!
    const isAlone = ver !== null && (status === 'applied' || ver <= baseVer + 1)
    if (isAlone) seen.set(opId, Math.max(seen.get(opId)!, ver))
    if (isDecidedNow(own.get(opId)!, link)) seen.set(opId, Number.POSITIVE_INFINITY)
  }
  return seen

  function isDecidedNow({ entity, recordId }: Operation, link: string): boolean {
    const known = call.progress.operations.get(link)
    return [...(known ? [known] : []), ...(successors.get(link) ?? [])].some(
      (one) => one.entity === entity && one.recordId === recordId && !call.progress.concurrentWithUnseen.has(one.opId),
    )
  }
}

/** The dependencies of operations and the operations that superseded them, each with the version it led to on the same record. */
async function linksOf(
  { tx, merchantId, actor }: Pick<SyncCall, 'tx' | 'merchantId' | 'actor'>,
  operations: readonly Operation[],
): Promise<Link[]> {
  const given = operations.flatMap(({ opId, entity, recordId, deps }) =>
    deps.map((dep) => ({ opId, entity, recordId, dep })),
  )
  const { rows } = await tx.execute<Link>(sql`
    with recursive chain (root, entity, record_id, op_id) as (
      select "opId", entity, "recordId", dep from ${recordset(given, '"opId" uuid, entity text, "recordId" uuid, dep uuid')}
      union
      select chain.root, chain.entity, chain.record_id, next.op_id from chain
      join sync_op next on next.merchant_id = ${merchantId} and next.supersedes = chain.op_id
        and next.user_id = ${actor.id})
    select chain.root as "opId", chain.op_id as link, coalesce(entry.ver, compact.ver) as ver,
      coalesce(entry.status, compact.status) as status
    from chain
    left join sync_op entry on entry.merchant_id = ${merchantId} and entry.op_id = chain.op_id
      and entry.record_id = chain.record_id and entry.entity = chain.entity and entry.status <> 'rejected'
    left join lateral ${compactEntry(merchantId, sql`${actor.id}`, sql`chain.op_id`)} as compact
      on compact.record_id = chain.record_id`)
  return rows
}
