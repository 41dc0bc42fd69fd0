import type { Balance } from '#shared/billing/contract.ts'
import type { codeFilters, Order } from './contract.ts'

type Filter = (typeof codeFilters)[number]

/** How many codes of an order a download may give. */
export function codesOf({ quantity, activated }: Pick<Order, 'quantity' | 'activated'>, filter: Filter): number {
  return { all: quantity, inactive: quantity - activated, active: activated }[filter]
}

/** What is wrong with the amount of a download; no amount means all there are. */
export function amountProblem(amount: number | undefined, most: number): 'invalid' | 'exceeded' | undefined {
  if (amount === undefined) return undefined
  if (!Number.isInteger(amount) || amount < 0) return 'invalid'
  return amount > most ? 'exceeded' : undefined
}

/** Whether the credit covers an order; a merchant that never had any is short of it, not late. */
export function creditFor(quantity: number, balance: Balance): 'enough' | 'insufficient' | 'expired' {
  const { usedCodes, remainingCodes, remainingDays, trial } = balance
  const hadCredit = trial || usedCodes > 0 || remainingCodes > 0
  if (hadCredit && remainingDays <= 0) return 'expired'
  return quantity <= remainingCodes ? 'enough' : 'insufficient'
}

/** Still being generated or with codes that are not active: its numbers may change by themselves. */
export function mayChange({ state, quantity, activated }: Pick<Order, 'state' | 'quantity' | 'activated'>): boolean {
  return state !== 'failed' && (state !== 'done' || (quantity > 0 && activated < quantity))
}
