import type { Tx } from '#server/core/db/database.ts'
import { isUnavailable, systemErrorOf, violatedConstraint } from '#server/core/db/database-error.ts'
import type { OperationOutcome, SyncCall, SyncEntity } from '#server/sync/entity.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { featureProblems } from '#shared/core/api/features.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { syncProblems } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'

export type Decision = OperationOutcome | { opId: string; status: 'retry'; problem: Problem }

/** Decides operations of one entity and kind on different records, together where that works. */
export async function decide(
  call: SyncCall,
  entity: SyncEntity | undefined,
  operations: readonly Operation[],
): Promise<readonly Decision[]> {
  const apply = entity?.kinds[operations[0]!.kind]
  const refuse = (problem: Problem) => operations.map(({ opId }) => ({ opId, status: 'rejected' as const, problem }))
  if (!entity || !apply) return refuse(new Problem(syncProblems.unknown))
  if (!mayWrite(call, entity)) return refuse(new Problem(syncProblems.forbidden))
  if (entity.feature && !(await call.features()).includes(entity.feature)) {
    return refuse(new Problem(featureProblems[entity.feature]))
  }
  const newest = operations.map((operation) => entity.upcast?.(operation) ?? operation)
  return attempt(call, newest, apply)
}

function mayWrite({ actor }: SyncCall, { writes }: SyncEntity): boolean {
  return hasAccess(writes, actor.role) && (writes !== 'confirmed' || actor.confirmed)
}

/** A failure costs its own operation alone: the group is undone and tried in halves. */
async function attempt(
  call: SyncCall,
  operations: readonly Operation[],
  apply: (call: SyncCall, operations: readonly Operation[]) => Promise<readonly OperationOutcome[]>,
): Promise<readonly Decision[]> {
  try {
    const entries: SyncCall['done']['entries'] = []
    const outcomes = await call.tx.transaction(async (tx) =>
      inOrder(operations, await apply({ ...call, tx: tx as Tx, done: { ...call.done, entries } }, operations)),
    )
    call.done.entries.push(...entries)
    return outcomes
  } catch (error) {
    if (isUnavailable(error) || (error instanceof Problem && error.kind.status === 503)) throw error
    if (operations.length === 1) return [failed(call, operations[0]!, error)]
    const half = Math.ceil(operations.length / 2)
    const first = await attempt(call, operations.slice(0, half), apply)
    return [...first, ...(await attempt(call, operations.slice(half), apply))]
  }
}

function inOrder(operations: readonly Operation[], outcomes: readonly OperationOutcome[]): readonly OperationOutcome[] {
  const byId = new Map(outcomes.map((outcome) => [outcome.opId, outcome]))
  return operations.map(({ opId, entity, kind }) => {
    const outcome = byId.get(opId)
    if (!outcome) throw new Error(`${entity} said nothing about an operation of ${kind}`)
    return outcome
  })
}

/** What breaks a rule of the database or of the domain never will do; anything else may be a fault of ours. */
function failed(call: SyncCall, { opId, entity, kind }: Operation, error: unknown): Decision {
  if (error instanceof Problem) return { opId, status: 'rejected', problem: error }
  const constraint = violatedConstraint(error)
  const unfit = systemErrorOf(error)?.code?.startsWith('22')
  if (constraint || unfit) {
    return { opId, status: 'rejected', problem: new Problem(syncProblems.refused, constraint ? { constraint } : {}) }
  }
  call.services.log.error({ err: error, opId, entity, kind }, 'sync: an operation could not be applied')
  return { opId, status: 'retry', problem: new Problem(syncProblems.failed) }
}
