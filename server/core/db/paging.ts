import { asc, desc, type SQL, type SQLWrapper, sql } from '#server/core/drizzle/orm.ts'
import type { PgColumn, PgTable } from '#server/core/drizzle/pg-core.ts'
import type { PageQuery } from '#shared/core/fields/fields.ts'
import type { Tx } from './database.ts'

/** The columns of an order, all in one direction: one index of them serves it from both ends. The last one is unique. */
export type ListOrder = { columns: readonly [SQLWrapper, SQLWrapper]; descending: boolean }

/**
 * The requested order of a list. `sort` is a column, descending with a leading minus; other values give `usual`, the newest
 * first.
 */
export function orderOf(
  sort: string | undefined,
  columns: Record<string, SQLWrapper>,
  usual: ListOrder['columns'],
): ListOrder {
  const name = sort?.replace(/^-/, '') ?? ''
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) return { columns: usual, descending: true }
  return { columns: [column, usual[1]], descending: sort?.startsWith('-') ?? false }
}

export const orderTerms = ({ columns, descending }: ListOrder): SQL[] => columns.map(descending ? desc : asc)

/** Up to this number of matches, a search reads the table only once. */
const maxPrefetchedIds = 1000

/** A page of a list. `total`: as it was counted for an earlier page; without it, the rows are counted. */
export type CountedPageQuery = PageQuery & { total?: number }

/** The rows of a list, and their order. */
type ListRows = { where: SQL | undefined; order: ListOrder }

/**
 * The ids of one page in its order, and the number of all matching rows. The caller fetches the rows by their ids, so a late
 * page is found in an index alone: one with the columns of the order and those of the condition. A page of the second half is
 * counted from the end, so the last one costs as much as the first. Because of the row policies, a text search cannot use an
 * index: it reads all rows of the merchant, once. With more matches than `maxPrefetchedIds`, the page is read along the index
 * of the order, where it is found soon; with few matches that would walk the whole index.
 *
 * @example
 * import { account } from '#server/core/auth/table.ts'
 * const { services, signUp } = await testApp()
 * const [ada, bob] = [await signUp({ email: 'ada@example.com' }), await signUp({ email: 'bob@example.com' })]
 * const order = orderOf('-email', { email: account.email }, [account.createdAt, account.id])
 * const page = await services.db.system((tx) => pageOfIds(tx, account, { where: undefined, order }, { page: 1, limit: 10 }))
 * page // => { ids: [bob.id, ada.id], total: 2 }
 */
export async function pageOfIds(
  tx: Tx,
  table: PgTable & { id: PgColumn },
  { where, order }: ListRows,
  { page, limit, search, total: known }: CountedPageQuery,
): Promise<{ ids: string[]; total: number }> {
  const matches = search ? await selectIds(tx, table, where).limit(maxPrefetchedIds + 1) : []
  const all = Boolean(search) && matches.length <= maxPrefetchedIds
  const these = sql`${table.id} = any(${sql.param(matches.map(({ id }) => id))}::uuid[])`
  const total = all ? matches.length : (known ?? (await tx.$count(table, where)))
  const { offset, count, fromEnd } = windowOf(total, page, limit)
  if (count === 0) return { ids: [], total }
  const found = await selectIds(tx, table, all ? these : where)
    .orderBy(...orderTerms(fromEnd ? { ...order, descending: !order.descending } : order))
    .limit(count)
    .offset(offset)
  const ids = found.map(({ id }) => id)
  return { ids: fromEnd ? ids.reverse() : ids, total }
}

/**
 * The position of the rows of a page: `offset` rows are skipped from the nearer end of the list, and `count` are read.
 *
 * @example
 * windowOf(95, 2, 10) // => { offset: 10, count: 10, fromEnd: false }
 * windowOf(95, 10, 10) // => { offset: 0, count: 5, fromEnd: true }
 */
export function windowOf(total: number, page: number, limit: number) {
  const before = (page - 1) * limit
  const count = Math.max(0, Math.min(limit, total - before))
  const after = total - before - count
  return after < before ? { offset: after, count, fromEnd: true } : { offset: before, count, fromEnd: false }
}

const selectIds = (tx: Tx, table: PgTable & { id: PgColumn }, where: SQL | undefined) =>
  tx
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(where)
    .$dynamic()

/** The rows of a page in the order of its ids. */
export function inOrderOf<Row>(ids: readonly string[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
