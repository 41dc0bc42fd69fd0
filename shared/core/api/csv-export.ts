import { z } from 'zod'
import type { Route } from './contract.ts'

/**
 * The CSV export of a list route: all rows with the same filters, search and order.
 *
 * @example
 * const list = { method: 'GET', path: '/pallet', access: 'merchantOrDealer', summary: 'List the pallets' }
 * csvExportRoute(list).path // => '/pallet.csv'
 */
export function csvExportRoute<R extends Route>(list: R) {
  return {
    ...list,
    path: `${list.path}.csv`,
    summary: `${list.summary} (CSV)`,
    answer: z.unknown(),
    perMinute: 30,
    budget: 'exports',
  } as const
}
