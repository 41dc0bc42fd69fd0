import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'

const sizes = [10, 25, 50, 100] as const
const smallest = sizes[0]

/** What rows can be narrowed down to: the values that each filter knows. */
export type Filters = Readonly<Record<string, readonly string[]>>
type Chosen<F extends Filters> = { [K in keyof F]?: F[K][number] }

export type Paging<F extends Filters = Record<never, never>> = {
  /** What every list call takes; defaults are left out. */
  query: { page: number; limit: number; sort?: string; search?: string } & Chosen<F>
  sizes: readonly number[]
  set(change: {
    page?: number
    limit?: number
    sort?: string | undefined
    search?: string
    /** By their names; an empty value takes a filter away. */
    filters?: Readonly<Record<string, string>>
  }): void
}

const noFilters = {}

/** The page of a table that an address asks for. */
export function pageFromParams(params: URLSearchParams, prefix = ''): { page: number; limit: number } {
  const page = Math.max(1, Math.trunc(Number(params.get(`${prefix}page`))) || 1)
  const limit = sizes.find((size) => String(size) === params.get(`${prefix}limit`)) ?? smallest
  return { page, limit }
}

/**
 * Page, order, search and filters of a table, kept in the address: a reload, a link and the back button lead to the same
 * rows. `filters` keeps its identity from one drawing to the next.
 */
export function usePaging<F extends Filters = Record<never, never>>({
  sort: initialSort,
  prefix = '',
  filters = noFilters as F,
}: {
  sort?: string
  prefix?: string
  filters?: F
} = {}): Paging<F> {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(prefix + name) ?? undefined
  const { page, limit } = pageFromParams(params, prefix)
  const sort = read('sort') ?? initialSort
  const search = read('search')
  const chosen = Object.entries(filters).flatMap(([name, values]) => {
    const value = read(name)
    return value !== undefined && values.includes(value) ? [[name, value] as const] : []
  })
  const chosenKey = JSON.stringify(chosen)

  return useMemo(
    () => ({
      query: {
        ...{ page, limit, ...(sort && { sort }), ...(search && { search }) },
        ...(Object.fromEntries(JSON.parse(chosenKey)) as Chosen<F>),
      },
      sizes,
      set({ filters: changed = {}, ...change }) {
        setParams(
          (before) => {
            const after = new URLSearchParams(before)
            // A change other than the page selects other rows, so the table returns to the first page.
            if (!('page' in change)) after.delete(`${prefix}page`)
            for (const [name, value] of Object.entries({ ...change, ...changed })) {
              if (value === undefined || value === '' || (name === 'page' && value === 1)) after.delete(prefix + name)
              else after.set(prefix + name, String(value))
            }
            return after
          },
          { replace: true },
        )
      },
    }),
    [page, limit, sort, search, chosenKey, prefix, setParams],
  )
}

/** Pages of a table in a dialog, or of rows at hand: they are no place that a link could lead to. */
export function useLocalPaging(): Paging {
  const [query, setQuery] = useState<Paging['query']>({ page: 1, limit: smallest })
  return useMemo(
    () => ({
      query,
      sizes,
      set: ({ page = 1, limit }) => setQuery((before) => ({ ...before, page, limit: limit ?? before.limit })),
    }),
    [query],
  )
}
