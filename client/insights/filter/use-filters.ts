import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { queryClient } from '#client/core/http/query-client.ts'
import { rangeInstants, toDay } from './range.ts'
import { type Comparison, comparisonOf, type Filters, filtersOf, withView } from './view-params.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** The query of the server's calls. */
function queryOf(filters: Filters, now: Date) {
  return {
    ...rangeInstants(filters.range, filters, now),
    timeZone,
    ...(filters.sku && { skuId: filters.sku }),
    ...(filters.trademark && { trademarkId: filters.trademark }),
    ...(filters.location && { location: filters.location }),
  }
}
export type Query = ReturnType<typeof queryOf>

/** The cache of queries keeps the moment of a preloaded query for the first render of the screen, at most 10 s. */
const preloadedMoment = ['insights', 'preloaded moment']
queryClient.setQueryDefaults(preloadedMoment, { gcTime: 10_000 })

/** The query of the first render of the screen, so that its numbers are requested while the code of the screen is loaded. */
export function firstQuery(params: URLSearchParams): Query {
  const now = new Date()
  // A second write does not start the 10 s again.
  queryClient.removeQueries({ queryKey: preloadedMoment, exact: true })
  queryClient.setQueryData(preloadedMoment, now)
  return queryOf(filtersOf(params, toDay(now)), now)
}

const firstMoment = (): Date => queryClient.getQueryData(preloadedMoment) ?? new Date()

/**
 * The filters and the comparison in the URL of the page, so that a link shows the same view. `apply` and `moveToNow` move the
 * end of a named range to now.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const [now, setNow] = useState(firstMoment)
  const filters = useMemo(() => filtersOf(params, toDay(now)), [params, now])
  const comparison = useMemo(() => comparisonOf(params), [params])
  const query = useMemo(() => queryOf(filters, now), [filters, now])
  // A navigation is rendered after the event that caused it, so a second choice may come before the first one is in `params`.
  const latest = useRef(params)
  const isPending = useRef(false)
  useEffect(() => {
    // An earlier choice is rendered while the navigation of a later one is pending.
    if (isPending.current && `${params}` !== `${latest.current}`) return
    isPending.current = false
    latest.current = params
  }, [params])
  const write = (after: URLSearchParams, options?: { replace: boolean }) => {
    isPending.current = `${after}` !== `${params}`
    latest.current = after
    setParams(after, options)
  }
  const apply = (next: Filters) => {
    setNow(new Date())
    const after = withView(latest.current, next.range === 'own' ? next : { ...next, from: '', to: '' })
    // Other rows are selected, so the table returns to its first page.
    after.delete('page')
    write(after)
  }
  // Replaces the history entry, because a comparison needs two or three choices.
  const compare = (next: Partial<Comparison>) => write(withView(latest.current, next), { replace: true })
  const moveToNow = useCallback(() => setNow(new Date()), [])
  return { filters, comparison, query, apply, compare, moveToNow }
}
