import type { Tx } from '#server/core/db/database.ts'
import { isUnavailable, systemErrorOf, violatedConstraint } from '#server/core/db/database-error.ts'
import { rejectedWrite, type WriteResult } from '#server/core/db/write-result.ts'
import type { SyncCall, SyncEntity } from '#server/sync/entity.ts'
import { hasAccess, needsConfirmedEmail } from '#shared/core/api/access.ts'
import { featureProblems } from '#shared/core/api/features.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { syncProblems } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'
import type { Fields } from '#shared/sync/rules.ts'

/** The server could not apply an operation now. The device sends it again. */
type FailedWrite = { status: 'failed'; problem: Problem }
export type Decision = {
  operation: Operation
  result: WriteResult | FailedWrite
  /** The record after the write, if the result has conflicts. */
  stored?: Fields
}

/** Decides operations of one entity and kind on different records, all in one step if none of them fails. */
export async function decide(
  call: SyncCall,
  entity: SyncEntity | undefined,
  operations: readonly Operation[],
): Promise<readonly Decision[]> {
  const rejectAll = (problem: Problem) =>
    operations.map((operation) => ({ operation, result: rejectedWrite(operation.recordId, problem) }))
  if (!entity || !Object.hasOwn(entity.kinds, operations[0]!.kind)) return rejectAll(new Problem(syncProblems.unknown))
  if (!canWrite(call, entity)) return rejectAll(new Problem(syncProblems.forbidden))
  if (entity.feature && !(await call.features()).includes(entity.feature)) {
    return rejectAll(new Problem(featureProblems[entity.feature]))
  }
  const newest = operations.map((operation) => entity.upcast?.(operation) ?? operation)
  return attempt(call, entity, newest)
}

function canWrite({ actor }: SyncCall, { writes }: SyncEntity): boolean {
  return hasAccess(writes, actor.role) && (actor.confirmed || !needsConfirmedEmail(writes))
}

/** When an operation fails, the group is undone and tried again in halves, so that only this operation is lost. */
async function attempt(
  call: SyncCall,
  entity: SyncEntity,
  operations: readonly Operation[],
): Promise<readonly Decision[]> {
  try {
    const auditEntries: SyncCall['progress']['auditEntries'] = []
    const decisions = await call.tx.transaction(async (tx) =>
      apply({ ...call, tx: tx as Tx, progress: { ...call.progress, auditEntries } }, entity, operations),
    )
    call.progress.auditEntries.push(...auditEntries)
    return decisions
  } catch (error) {
    if (isUnavailable(error) || (error instanceof Problem && error.kind.status === 503)) throw error
    if (operations.length === 1) return [failedDecision(call, operations[0]!, error)]
    const half = Math.ceil(operations.length / 2)
    const first = await attempt(call, entity, operations.slice(0, half))
    return [...first, ...(await attempt(call, entity, operations.slice(half)))]
  }
}

async function apply(
  call: SyncCall,
  { name, kinds, rows }: SyncEntity,
  operations: readonly Operation[],
): Promise<Decision[]> {
  const { kind } = operations[0]!
  const results = new Map((await kinds[kind]!(call, operations)).map((result) => [result.id, result]))
  const withConflicts = [...results.values()].filter((one) => one.status !== 'rejected' && one.conflicts?.length)
  const ids = withConflicts.map(({ id }) => id)
  const stored = new Map(
    ids.length > 0 ? (await rows(call.tx, call.merchantId, ids)).map(({ id, data }) => [id, data]) : [],
  )
  return operations.map((operation) => {
    const result = results.get(operation.recordId)
    if (!result) throw new Error(`${name} returned no result for an operation of ${kind}`)
    return { operation, result, stored: stored.get(operation.recordId) ?? {} }
  })
}

/**
 * A violated rule of the database or of the domain rejects the operation for good. Any other error may be a fault of the
 * server.
 */
function failedDecision(call: SyncCall, operation: Operation, error: unknown): Decision {
  const { opId, recordId, entity, kind } = operation
  if (error instanceof Problem) return { operation, result: rejectedWrite(recordId, error) }
  const constraint = violatedConstraint(error)
  const isInvalidValue = systemErrorOf(error)?.code?.startsWith('22')
  if (constraint || isInvalidValue) {
    const problem = new Problem(syncProblems.refused, constraint ? { constraint } : {})
    return { operation, result: rejectedWrite(recordId, problem) }
  }
  call.services.log.error({ err: error, opId, entity, kind }, 'sync: an operation could not be applied')
  return { operation, result: { status: 'failed', problem: new Problem(syncProblems.failed) } }
}
