import { limits } from '#shared/core/limits/limits.ts'
import type { Balance } from './contract.ts'

/** Whether the merchant ever had credit. */
export const hasHadCredit = ({ trial, usedCodes, remainingCodes }: Balance): boolean =>
  trial || usedCodes > 0 || remainingCodes > 0

/** Whether a warning is shown at sign-in: during a trial, or with ten days or fewer left. */
export const isWarnedAtSignIn = ({ trial, remainingDays }: Balance): boolean =>
  trial || remainingDays <= limits.trialWarningDays

/** The text of the warning. */
export function warningTextKey(balance: Balance) {
  if (balance.remainingDays > 0) return balance.trial ? 'trialLeft' : 'expiringIn'
  if (balance.trial) return 'trialExpired'
  return hasHadCredit(balance) ? 'expired' : 'noCredit'
}
