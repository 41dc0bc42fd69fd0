import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { type Days, dayProblems, type RangeName, rangeInstants, ranges, toDay } from './range.ts'

/** The filters of the screen; empty text is no filter. */
export type Filters = Days & { range: RangeName; sku: string; location: string; trademark: string }

export const defaultRange: RangeName = '1w'
const names = ['range', 'from', 'to', 'sku', 'location', 'trademark'] as const

/** Reads the filters of an address. What cannot be a filter is left out, as in an old or mistyped link. */
export function filtersOf(params: URLSearchParams, today: string): Filters {
  const read = (name: (typeof names)[number]) => params.get(name) ?? ''
  const id = (name: 'sku' | 'trademark') => (z.uuid().safeParse(read(name)).success ? read(name) : '')
  const days = { from: read('from'), to: read('to') }
  const named = ranges.find((range) => range === read('range')) ?? defaultRange
  const own = named === 'own' && Object.keys(dayProblems(days, today)).length === 0
  return {
    ...(own ? days : { from: '', to: '' }),
    range: named === 'own' && !own ? defaultRange : named,
    ...{ sku: id('sku'), trademark: id('trademark'), location: read('location').slice(0, 300) },
  }
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** The query of the server's calls. */
export function queryOf(filters: Filters, now: Date) {
  return {
    ...rangeInstants(filters.range, filters, now),
    timeZone,
    ...(filters.sku && { skuId: filters.sku }),
    ...(filters.trademark && { trademarkId: filters.trademark }),
    ...(filters.location && { location: filters.location }),
  }
}
export type Query = ReturnType<typeof queryOf>

/**
 * The filters in the address of the page, so that a link shows the same view. `apply` and `moveToNow` move the end of a named range
 * to now.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const [now, setNow] = useState(() => new Date())
  const filters = useMemo(() => filtersOf(params, toDay(now)), [params, now])
  const query = useMemo(() => queryOf(filters, now), [filters, now])
  const apply = (next: Filters) => {
    setNow(new Date())
    setParams((before) => {
      const after = new URLSearchParams(before)
      const kept = next.range === 'own' ? next : { ...next, from: '', to: '' }
      for (const name of names) {
        const value = name === 'range' && kept.range === defaultRange ? '' : kept[name]
        if (value) after.set(name, value)
        else after.delete(name)
      }
      // Other rows are selected, so the table returns to its first page.
      after.delete('page')
      return after
    })
  }
  const moveToNow = useCallback(() => setNow(new Date()), [])
  return { filters, query, apply, moveToNow }
}
