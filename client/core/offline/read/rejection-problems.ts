import { featureProblems } from '#shared/core/api/features.ts'
import { coreProblems, type ProblemKind } from '#shared/core/api/problem.ts'
import { syncProblems } from '#shared/sync/contract.ts'

/**
 * All problems with which the server rejects an operation of these domains, by problem code: the same name can exist in
 * two domains. Those that can reject an operation of any domain are always included.
 */
export function rejectionProblems(...domains: readonly Record<string, ProblemKind>[]): Record<string, ProblemKind> {
  const kinds = [...domains, coreProblems, syncProblems, featureProblems].flatMap((problems): ProblemKind[] =>
    Object.values(problems),
  )
  return Object.fromEntries(kinds.map((kind) => [kind.code, kind]))
}
