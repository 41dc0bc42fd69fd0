import { call } from '#client/core/http/query-client.ts'
import type { CodeCheckResult } from '#client/scan/code-check.ts'
import { activationContract, type CodeCheck } from '#shared/activation/contract.ts'
import type { CheckMany } from './batched-check.ts'

const acceptableCode: CodeCheckResult = { status: 'own', acceptable: true }

/** The results of the server's check of a code that matter for a screen that also accepts inactive codes. */
const statusByProblem = {
  unreadable: 'unknown',
  unknown: 'unknown',
  wrongSecret: 'wrongSecret',
  ambiguous: 'unknown',
  duplicate: 'own',
  pending: 'pending',
  active: 'active',
  unbound: 'unbound',
} as const satisfies Record<CodeCheck['problem'], CodeCheckResult['status']>

/** Runs the server's activation check; `fits` selects the results that matter here. */
export function serverCheck(fits: readonly CodeCheck['problem'][], clean: CodeCheckResult = acceptableCode): CheckMany {
  return async (codes) => {
    const { errors } = await call(activationContract.check, { body: { addressList: [...codes] } })
    const found = new Map(errors.map(({ row, problem }) => [row, problem]))
    return codes.map((_, place) => {
      const problem = found.get(place + 1)
      return problem ? { status: statusByProblem[problem], acceptable: fits.includes(problem) } : clean
    })
  }
}
