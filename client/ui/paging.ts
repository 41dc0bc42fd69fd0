import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'

const sizes = [10, 25, 50, 100] as const
const smallest = sizes[0]

export type Paging = {
  /** What every list call takes; defaults are left out. */
  query: { page: number; limit: number; sort?: string; search?: string }
  sizes: readonly number[]
  set(change: { page?: number; limit?: number; sort?: string | undefined; search?: string }): void
}

/** Page, order and search of a table, kept in the address: a reload, a link and the back button lead to the same rows. */
export function usePaging({ sort: initialSort, prefix = '' }: { sort?: string; prefix?: string } = {}): Paging {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(prefix + name) ?? undefined
  const page = Math.max(1, Math.trunc(Number(read('page'))) || 1)
  const limit = sizes.find((size) => String(size) === read('limit')) ?? smallest
  const sort = read('sort') ?? initialSort
  const search = read('search')

  return useMemo(
    () => ({
      query: { page, limit, ...(sort && { sort }), ...(search && { search }) },
      sizes,
      set(change) {
        setParams(
          (before) => {
            const after = new URLSearchParams(before)
            // Whatever changes besides the page leads to other rows, whose first page is the one to see.
            if (!('page' in change)) after.delete(`${prefix}page`)
            for (const [name, value] of Object.entries(change)) {
              if (value === undefined || value === '' || (name === 'page' && value === 1)) after.delete(prefix + name)
              else after.set(prefix + name, String(value))
            }
            return after
          },
          { replace: true },
        )
      },
    }),
    [page, limit, sort, search, prefix, setParams],
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
