import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * The order that a list was asked for. `sort` names one of the columns, descending with a leading minus; anything else
 * gives the usual order. What ties is told apart by the last of the usual order.
 */
export function orderBy(sort: string | undefined, columns: Record<string, SQLWrapper>, usual: [SQL, SQLWrapper]) {
  const name = sort?.replace(/^-/, '') ?? ''
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  const first = column ? (sort?.startsWith('-') ? desc(column) : asc(column)) : usual[0]
  return [first, asc(usual[1])]
}
