import type { WriteConflict } from '#server/core/db/write-result.ts'
import type { OpResult } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { type FieldConflict, type Fields, readField } from '#shared/sync/rules.ts'
import type { Decision } from './decide.ts'
import type { ProblemLocalizer } from './localize.ts'

/**
 * Maps the result of an operation to the terms of the protocol. Only this function uses both vocabularies: the
 * protocol has no `unchanged`, and devices store `clashes` with `kept`, `offered` and `refused`.
 */
export function toOpResult({ operation, result, stored = {} }: Decision, localize: ProblemLocalizer): OpResult {
  const { opId } = operation
  if (result.status === 'failed') return { opId, status: 'retry', ...localize(result.problem) }
  if (result.status === 'rejected') return { opId, status: 'rejected', ...localize(result.problem) }
  const { status, version: ver, conflicts = [] } = result
  const clashes = conflicts.map((conflict) => [conflict.path, toClash(conflict, operation, stored, localize)])
  return {
    opId,
    status: status === 'unchanged' ? 'applied' : status,
    ver,
    ...(clashes.length > 0 && { details: { clashes: Object.fromEntries(clashes) } }),
  }
}

function toClash(
  { path, problem }: WriteConflict,
  { patch }: Operation,
  stored: Fields,
  localize: ProblemLocalizer,
): FieldConflict {
  return {
    kept: readField(stored, path),
    offered: patch[path]?.to,
    ...(problem && { refused: localize(problem) }),
  }
}
