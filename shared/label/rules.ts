import type { codeFilters, Order } from '#shared/order/contract.ts'
import { codesOf } from '#shared/order/rules.ts'
import { type LabelFormat, maxLabels } from './contract.ts'

type Filter = (typeof codeFilters)[number]

/** How many codes an order can have from a serial number on; exact where all of them are wanted. */
export function codesFrom(order: Pick<Order, 'quantity' | 'activated'>, filter: Filter, from: number): number {
  return Math.max(0, Math.min(codesOf(order, filter), order.quantity - from + 1))
}

/** What is wrong with an amount of labels: more than there are, or more than a file of the format holds. */
export function labelsProblem(
  format: LabelFormat,
  amount: number | undefined,
  available: number,
): 'exceeded' | 'tooMany' | undefined {
  if (amount !== undefined && amount > available) return 'exceeded'
  return (amount ?? available) > maxLabels[format] ? 'tooMany' : undefined
}
