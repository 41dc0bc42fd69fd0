import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * The order that a list was asked for. `sort` names one of the columns, descending with a leading minus; anything else
 * gives the usual order, which is the newest first. What ties is told apart by the last of the usual order, in the same
 * direction: so one index of both columns is read from either end.
 */
export function orderBy(sort: string | undefined, columns: Record<string, SQLWrapper>, usual: [SQL, SQLWrapper]) {
  const name = sort?.replace(/^-/, '') ?? ''
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) return [usual[0], desc(usual[1])]
  return sort?.startsWith('-') ? [desc(column), desc(usual[1])] : [asc(column), asc(usual[1])]
}
