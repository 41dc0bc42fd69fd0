import type { Rejection } from '#client/core/offline/database/database.ts'
import { type QuotaName, quotas } from '#shared/app/quotas.ts'
import { featureProblems } from '#shared/core/api/features.ts'
import { coreProblems, Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import { quotaCode, quotaProblem } from '#shared/core/limits/quota.ts'
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

/** The problem of a rejection, whose text exists in both languages; undefined if only a newer version knows it. */
export function problemOf(kinds: Record<string, ProblemKind>, { code, details = {} }: Rejection): Problem | undefined {
  if (code === quotaCode) return exceededQuota(details)
  const kind = Object.values(kinds).find((one) => one.code === code)
  return kind && new Problem(kind, details)
}

/** Each quota has a text of its own, so that no kind in the lists above fits. */
function exceededQuota({ name, limit }: Record<string, unknown>): Problem | undefined {
  const isKnown = typeof name === 'string' && Object.hasOwn(quotas, name) && typeof limit === 'number'
  // Operations are only accepted from users with a confirmed e-mail.
  return isKnown ? quotaProblem(quotas[name as QuotaName], limit, true) : undefined
}
