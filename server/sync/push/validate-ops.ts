import { hash } from 'node:crypto'
import type { SyncCall } from '#server/sync/entity.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type OpResult, type Push, syncProblems } from '#shared/sync/contract.ts'
import { canonicalOperation, Operation } from '#shared/sync/operation.ts'
import type { HashedOperation } from './ledger.ts'
import type { ProblemLocalizer } from './localize.ts'

/** Splits what was sent into operations that may be decided and answers to those that may not. */
export function validateOperations(call: SyncCall, { ops }: Push, wording: ProblemLocalizer) {
  const sound = new Map<string, HashedOperation>()
  const results = new Map<string, OpResult>()
  for (const { opId, verdict } of ops.map((sent) => ({ opId: sent.opId, verdict: validateOperation(call, sent) }))) {
    const first = sound.get(opId)
    if (verdict instanceof Problem) results.set(opId, { opId, status: 'rejected', ...wording(verdict) })
    else if (!first) sound.set(opId, verdict)
  }
  return { sound: [...sound.values()].filter(({ opId }) => !results.has(opId)), results }
}

/**
 * These refusals depend on what was sent and by whom alone, so they are not entered: the ledger must not remember that
 * somebody else tried to send an operation.
 */
function validateOperation({ actor, merchantId }: SyncCall, sent: Push['ops'][number]): HashedOperation | Problem {
  const parsed = Operation.safeParse(sent)
  if (!parsed.success) return new Problem(syncProblems.invalid)
  const operation = parsed.data
  if (operation.userId !== actor.id || operation.merchantId !== merchantId) return new Problem(syncProblems.foreign)
  const digest = hash('sha256', canonicalOperation(operation))
  return digest === sent.hash ? { ...operation, hash: digest } : new Problem(syncProblems.damaged)
}
