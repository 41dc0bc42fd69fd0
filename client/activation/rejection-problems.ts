import { activationProblems } from '#shared/activation/contract.ts'
import { featureProblems } from '#shared/core/api/features.ts'
import { coreProblems, type ProblemKind } from '#shared/core/api/problem.ts'
import { submissionProblems } from '#shared/submission/contract.ts'
import { syncProblems } from '#shared/sync/contract.ts'

/** Everything that a list of codes may be refused for, by its code: names of one domain may be names of another. */
export const activationRejectionProblems: Record<string, ProblemKind> = Object.fromEntries(
  [activationProblems, submissionProblems, syncProblems, coreProblems, featureProblems]
    .flatMap((problems): ProblemKind[] => Object.values(problems))
    .map((kind) => [kind.code, kind]),
)
