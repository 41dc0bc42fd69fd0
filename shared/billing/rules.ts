import { limits } from '#shared/core/limits/limits.ts'
import type { Balance } from './contract.ts'

/** Whether there ever was any credit. */
export const hadCredit = ({ trial, usedCodes, remainingCodes }: Balance): boolean =>
  trial || usedCodes > 0 || remainingCodes > 0

/** Whether a warning is shown at sign-in: on trial, or with ten days or fewer. */
export const isWarnedAtSignIn = ({ trial, remainingDays }: Balance): boolean =>
  trial || remainingDays <= limits.trialWarningDays

/** The words of the warning. */
export function warningTextKey(balance: Balance) {
  if (balance.remainingDays > 0) return balance.trial ? 'trialLeft' : 'expiringIn'
  if (balance.trial) return 'trialExpired'
  return hadCredit(balance) ? 'expired' : 'noCredit'
}
