import { ApiError } from '#client/core/http/api.ts'
import { blockedAccount } from '#client/core/offline/removal/blocked-account.ts'
import { authProblems } from '#shared/auth/contract.ts'

/** If a sign-in failed because the account is blocked, the first page offers to save its unsent work of this device. */
export function keepBlockedAccount(error: unknown): boolean {
  const { userId, merchantId } =
    error instanceof ApiError && error.code === authProblems.blocked.code ? error.details : {}
  if (typeof userId !== 'string' || typeof merchantId !== 'string') return false
  blockedAccount.setState({ owner: { userId, merchantId } })
  return true
}
