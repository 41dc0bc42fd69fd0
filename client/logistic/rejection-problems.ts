import { coreProblems, type ProblemKind } from '#shared/core/api/problem.ts'
import { logisticProblems } from '#shared/logistic/contract.ts'
import { syncProblems } from '#shared/sync/contract.ts'

/** All problems with which the server rejects a shipment, by problem code. The same name can exist in two domains. */
export const logisticRejectionProblems: Record<string, ProblemKind> = Object.fromEntries(
  [logisticProblems, syncProblems, coreProblems]
    .flatMap((problems): ProblemKind[] => Object.values(problems))
    .map((kind) => [kind.code, kind]),
)
