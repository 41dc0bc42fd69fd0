import { z } from 'zod'
import type { Input } from '#server/core/test/access-manifest/entry.ts'

type Query = Record<string, unknown>
type Field = { enum?: unknown[]; const?: unknown }

/** What a route is asked for: each filter, search and order of its list; see `queriesOf`. */
export type ListOptions = {
  /** Columns of `sort`. The contract takes any word. */
  sorts?: readonly string[]
  /** Words of `search`: of many rows, of one, of none. */
  searches?: readonly string[]
  /** Inputs beside the example of the access manifest. */
  inputs?: readonly Input[]
}

/** The page numbers that a list is read at, by its total. */
export const pagesOf = (total: number, limit: number): number[] => {
  const last = Math.min(Math.max(1, Math.ceil(total / limit)), 100_000)
  return [...new Set([1, Math.ceil(last / 2), last])]
}

/** The queries of a list by its schema, beside what is `chosen`: every value of every choice, each with every order in both directions, and each search. */
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

/** Choices about the look of a file, which read nothing. */
const drawing = new Set(['sheet', 'image', 'dpi', 'outline', 'name', 'serial', 'zone'])

export const isPaged = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodObject && 'page' in schema.shape && 'limit' in schema.shape
