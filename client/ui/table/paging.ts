import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'

const sizes = [10, 25, 50, 100] as const
const smallest = sizes[0]

/** The filters of a table with their possible values. */
type Filters = Readonly<Record<string, readonly string[]>>
type ChosenFilters<F extends Filters> = { [K in keyof F]?: F[K][number] }

export type Paging<F extends Filters = Record<never, never>> = {
  /** The query of every list call, without default values. */
  query: { page: number; limit: number; sort?: string; search?: string } & ChosenFilters<F>
  sizes: readonly number[]
  set(change: {
    page?: number
    limit?: number
    sort?: string | undefined
    search?: string
    /** Filters by name; an empty value removes a filter. */
    filters?: Readonly<Record<string, string>>
  }): void
}

const noFilters = {}

/** The number of the last page; 1 without rows. */
export const lastPageOf = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit))

/** Parses the page of a table from a URL. */
export function pageFromParams(
  params: URLSearchParams,
  prefix = '',
  offered: readonly [number, ...number[]] = sizes,
): { page: number; limit: number } {
  const page = Math.max(1, Math.trunc(Number(params.get(`${prefix}page`))) || 1)
  const limit = offered.find((size) => String(size) === params.get(`${prefix}limit`)) ?? offered[0]
  return { page, limit }
}

/**
 * Page, order, search and filters of a table, stored in the URL, so that a reload, a link and the back button show the
 * same rows. `filters` and `sizes`, the offered numbers of rows, keep their identity between renders.
 */
export function usePaging<F extends Filters = Record<never, never>>({
  sort: initialSort,
  prefix = '',
  filters = noFilters as F,
  sizes: offered = sizes,
}: {
  sort?: string
  prefix?: string
  filters?: F
  sizes?: readonly [number, ...number[]]
} = {}): Paging<F> {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(prefix + name) ?? undefined
  const { page, limit } = pageFromParams(params, prefix, offered)
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
        page,
        limit,
        ...(sort && { sort }),
        ...(search && { search }),
        ...(Object.fromEntries(JSON.parse(chosenKey)) as ChosenFilters<F>),
      },
      sizes: offered,
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
    [page, limit, sort, search, chosenKey, prefix, offered, setParams],
  )
}

/** Paging of a table in a dialog or with rows in memory, which is not stored in the URL. */
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
