import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { PageQuery } from '#shared/core/fields/fields.ts'
import type { Tx } from './database.ts'

/**
 * The requested order of a list. `sort` is a column, descending with a leading minus; other values give the default
 * order, newest first. Ties are ordered by the last column of the default order in the same direction, so that one
 * index of both columns serves both directions.
 */
export function orderBy(sort: string | undefined, columns: Record<string, SQLWrapper>, usual: [SQL, SQLWrapper]) {
  const name = sort?.replace(/^-/, '') ?? ''
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) return [usual[0], desc(usual[1])]
  return sort?.startsWith('-') ? [desc(column), desc(usual[1])] : [asc(column), asc(usual[1])]
}

/** Up to this number of matches, a search reads the table only once. */
const maxPrefetchedIds = 1000

/**
 * The ids of one page in its order, and the number of all matching rows. The caller fetches the rows by their ids, so a late
 * page is found in an index alone and costs little more than the first. Because of the row policies, a text search cannot use
 * an index: it reads all rows of the merchant, once. With more matches than `maxPrefetchedIds`, the page is read along the
 * index of the order, where it is found soon; with few matches that would walk the whole index.
 */
export async function pageOfIds(
  tx: Tx,
  table: PgTable & { id: PgColumn },
  where: SQL | undefined,
  order: SQL[],
  { page, limit, search }: PageQuery,
): Promise<{ ids: string[]; total: number }> {
  const matches = search ? await selectIds(tx, table, where).limit(maxPrefetchedIds + 1) : []
  const all = Boolean(search) && matches.length <= maxPrefetchedIds
  const these = sql`${table.id} = any(${sql.param(matches.map(({ id }) => id))}::uuid[])`
  const ids = await selectIds(tx, table, all ? these : where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
  return { ids: ids.map(({ id }) => id), total: all ? matches.length : await tx.$count(table, where) }
}

const selectIds = (tx: Tx, table: PgTable & { id: PgColumn }, where: SQL | undefined) =>
  tx
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(where)
    .$dynamic()
