import type { codeFilters, Order } from '#shared/order/contract.ts'
import { countCodes } from '#shared/order/rules.ts'
import { type LabelFormat, maxLabels } from './contract.ts'

type Filter = (typeof codeFilters)[number]

/**
 * Number of codes of an order from a serial number on. Exact when the filter is all codes, an upper limit otherwise.
 */
export function countCodesFrom(order: Pick<Order, 'quantity' | 'activated'>, filter: Filter, from: number): number {
  return Math.max(0, Math.min(countCodes(order, filter), order.quantity - from + 1))
}

/** The problem with a number of labels: more than available, or more than a file of the format can contain. */
export function labelsProblem(
  format: LabelFormat,
  amount: number | undefined,
  available: number,
): 'exceeded' | 'tooMany' | undefined {
  if (amount !== undefined && amount > available) return 'exceeded'
  return (amount ?? available) > maxLabels[format] ? 'tooMany' : undefined
}
