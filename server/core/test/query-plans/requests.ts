import { z } from 'zod'
import type { Input } from '#server/core/test/access-manifest/entry.ts'

type Query = Record<string, unknown>
type Field = { enum?: unknown[]; const?: unknown }

/** The sort columns, searches and inputs with which the test calls a route; see `queriesOf`. */
export type ListOptions = {
  /** The columns for `sort`, because the contract accepts any word. */
  sorts?: readonly string[]
  /** Words for `search` that match many rows, one row and no row. */
  searches?: readonly string[]
  /** Inputs in addition to the example of the access manifest. */
  inputs?: readonly Input[]
}

/** The first, the middle and the last page of a list of `total` rows. */
export const pagesOf = (total: number, limit: number): number[] => {
  const last = Math.min(Math.max(1, Math.ceil(total / limit)), 100_000)
  return [...new Set([1, Math.ceil(last / 2), last])]
}

/**
 * The queries that the schema of a list allows: every value of every enumeration, each with every order in both directions, and
 * every search. Fields of `chosen` are left out.
 */
export function queriesOf(
  schema: z.ZodType | undefined,
  { sorts = [], searches = [] }: ListOptions,
  chosen: Query = {},
): Query[] {
  if (!schema) return [{}]
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Field>
  }
  let queries: Query[] = [{}]
  for (const [name, field] of Object.entries(properties)) {
    const values = field.enum ?? (field.const === undefined ? [] : [field.const])
    if (values.length > 0 && !drawing.has(name) && !(name in chosen))
      queries = queries.flatMap((query) => [query, ...values.map((value) => ({ ...query, [name]: value }))])
  }
  const orders = 'sort' in properties ? sorts.flatMap((sort) => [sort, `-${sort}`]) : []
  const words = 'search' in properties ? searches : []
  return [
    ...queries.flatMap((query) => [query, ...orders.map((sort) => ({ ...query, sort }))]),
    ...words.flatMap((search) => [{ search }, ...orders.slice(0, 1).map((sort) => ({ search, sort }))]),
  ]
}

/** Fields that only change the appearance of a file and no query. */
const drawing = new Set(['sheet', 'image', 'dpi', 'outline', 'name', 'serial', 'zone'])

export const isPaged = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodObject && 'page' in schema.shape && 'limit' in schema.shape
