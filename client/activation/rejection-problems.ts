import { activationProblems } from '#shared/activation/contract.ts'
import { featureProblems } from '#shared/core/api/features.ts'
import { coreProblems, type ProblemKind } from '#shared/core/api/problem.ts'
import { submissionProblems } from '#shared/submission/contract.ts'
import { syncProblems } from '#shared/sync/contract.ts'

/**
 * All problems with which the server rejects a list of codes, by problem code. The same name can exist in two domains.
 */
export const activationRejectionProblems: Record<string, ProblemKind> = Object.fromEntries(
  [activationProblems, submissionProblems, syncProblems, coreProblems, featureProblems]
    .flatMap((problems): ProblemKind[] => Object.values(problems))
    .map((kind) => [kind.code, kind]),
)
