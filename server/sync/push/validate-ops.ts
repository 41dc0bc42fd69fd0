import { hash } from 'node:crypto'
import type { SyncCall } from '#server/sync/entity.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type OpResult, type Push, syncProblems } from '#shared/sync/contract.ts'
import { canonicalOperation, Operation } from '#shared/sync/operation.ts'
import type { HashedOperation } from './ledger.ts'
import type { ProblemLocalizer } from './localize.ts'

/** Splits the sent operations into valid ones, which can be decided, and results of the invalid ones. */
export function validateOperations(call: SyncCall, { ops }: Push, localize: ProblemLocalizer) {
  const valid = new Map<string, HashedOperation>()
  const results = new Map<string, OpResult>()
  for (const sent of ops) {
    const { opId } = sent
    const checked = validateOperation(call, sent)
    const first = valid.get(opId)
    if (checked instanceof Problem) results.set(opId, { opId, status: 'rejected', ...localize(checked) })
    else if (!first) valid.set(opId, checked)
  }
  return { valid: [...valid.values()].filter(({ opId }) => !results.has(opId)), results }
}

/**
 * These rejections depend only on the sent bytes and their sender, so they are not recorded: the ledger must not remember
 * that another user tried to send an operation.
 */
function validateOperation({ actor, merchantId }: SyncCall, sent: Push['ops'][number]): HashedOperation | Problem {
  const parsed = Operation.safeParse(sent)
  if (!parsed.success) return new Problem(syncProblems.invalid)
  const operation = parsed.data
  if (operation.userId !== actor.id || operation.merchantId !== merchantId) return new Problem(syncProblems.foreign)
  const digest = hash('sha256', canonicalOperation(operation))
  return digest === sent.hash ? { ...operation, hash: digest } : new Problem(syncProblems.damaged)
}
