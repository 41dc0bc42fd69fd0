import { batchedCheck } from '#client/codes/batched-check.ts'
import { call } from '#client/core/http/query-client.ts'
import type { CodeChecker, CodeCheckResult } from '#client/scan/code-check.ts'
import { type BindingRowProblem, bindingContract } from '#shared/binding/contract.ts'

const statusOf = {
  unreadable: 'unknown',
  unknown: 'unknown',
  wrongSecret: 'wrongSecret',
  ambiguous: 'unknown',
  duplicate: 'unassigned',
  pending: 'pending',
  active: 'active',
  ordered: 'ordered',
  bound: 'bound',
  otherOrder: 'unknown',
} as const satisfies Record<BindingRowProblem, CodeCheckResult['status']>

/** Asks the server whether codes can get a product. */
export function bindingCheck(skuId: string, replace: boolean): CodeChecker {
  return batchedCheck(async (codes) => {
    const { errors } = await call(bindingContract.check, { body: { skuId, replace, addressList: [...codes] } })
    const found = new Map(errors.map(({ row, problem }) => [row, problem]))
    return codes.map((_, place): CodeCheckResult => {
      const problem = found.get(place + 1)
      return { status: problem ? statusOf[problem] : 'unassigned', acceptable: !problem || problem === 'duplicate' }
    })
  })
}
