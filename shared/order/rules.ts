import type { Balance } from '#shared/billing/contract.ts'
import { hasHadCredit } from '#shared/billing/rules.ts'
import type { codeFilters, Order } from './contract.ts'

type Filter = (typeof codeFilters)[number]

/** Number of codes of an order that a download may contain. */
export function countCodes({ quantity, activated }: Pick<Order, 'quantity' | 'activated'>, filter: Filter): number {
  return { all: quantity, inactive: quantity - activated, active: activated }[filter]
}

/** The problem with the amount of a download. No amount means all codes. */
export function amountProblem(amount: number | undefined, max: number): 'invalid' | 'exceeded' | undefined {
  if (amount === undefined) return undefined
  if (!Number.isInteger(amount) || amount < 0) return 'invalid'
  return amount > max ? 'exceeded' : undefined
}

/** Whether the credit covers an order. A merchant that never had credit has insufficient credit, not expired credit. */
export function creditFor(quantity: number, balance: Balance): 'enough' | 'insufficient' | 'expired' {
  const { remainingCodes, remainingDays } = balance
  if (hasHadCredit(balance) && remainingDays <= 0) return 'expired'
  return quantity <= remainingCodes ? 'enough' : 'insufficient'
}

/** Whether the codes of an order are generated, or wait for it: its numbers change by themselves. */
export function isBeingGenerated({ state }: Pick<Order, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}
