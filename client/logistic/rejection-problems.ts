import { coreProblems, type ProblemKind } from '#shared/core/api/problem.ts'
import { logisticProblems } from '#shared/logistic/contract.ts'
import { syncProblems } from '#shared/sync/contract.ts'

/** Everything that a shipment may be refused for, by its code: names of one domain may be names of another. */
export const logisticRejectionProblems: Record<string, ProblemKind> = Object.fromEntries(
  [logisticProblems, syncProblems, coreProblems]
    .flatMap((problems): ProblemKind[] => Object.values(problems))
    .map((kind) => [kind.code, kind]),
)
