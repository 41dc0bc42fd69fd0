import { z } from 'zod'
import { comparedKinds, type InsightsView, ranges } from '#shared/insights/view-contract.ts'
import { dayProblems } from './range.ts'

/** The filters of the screen; empty text is no filter. */
export type Filters = Pick<InsightsView, 'range' | 'from' | 'to' | 'sku' | 'location' | 'trademark'>
/** Two products, by id, or two locations; empty text where nothing is chosen. */
export type Comparison = Pick<InsightsView, 'compare' | 'first' | 'second'>

/** The view of an address without parameters. */
export const standardView: InsightsView = {
  range: '1w',
  from: '',
  to: '',
  sku: '',
  location: '',
  trademark: '',
  compare: 'sku',
  first: '',
  second: '',
}
const names = Object.keys(standardView) as (keyof InsightsView)[]
const maxPlaceLength = 300

const idOf = (text: string | null): string => (z.uuid().safeParse(text).success ? text! : '')
const placeOf = (text: string | null): string => (text ?? '').slice(0, maxPlaceLength)

/** Parses the filters of a URL. Invalid values, as in an old or mistyped link, are ignored. */
export function filtersOf(params: URLSearchParams, today: string): Filters {
  const days = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  const named = ranges.find((range) => range === params.get('range')) ?? standardView.range
  const own = named === 'own' && Object.keys(dayProblems(days, today)).length === 0
  return {
    ...(own ? days : { from: '', to: '' }),
    range: named === 'own' && !own ? standardView.range : named,
    sku: idOf(params.get('sku')),
    trademark: idOf(params.get('trademark')),
    location: placeOf(params.get('location')),
  }
}

/** Parses the comparison of an address. */
export function comparisonOf(params: URLSearchParams): Comparison {
  const compare = comparedKinds.find((kind) => kind === params.get('compare')) ?? standardView.compare
  const read = compare === 'sku' ? idOf : placeOf
  return { compare, first: read(params.get('first')), second: read(params.get('second')) }
}

/** Writes a view into the parameters of an address and keeps its other parameters. Default values are omitted. */
export function withView(params: URLSearchParams, view: Partial<InsightsView>): URLSearchParams {
  const after = new URLSearchParams(params)
  for (const name of names) {
    const value = view[name]
    if (value === undefined) continue
    if (value === standardView[name]) after.delete(name)
    else after.set(name, value)
  }
  return after
}

/** The part of a URL after its path, such as `?range=1y`. */
export function searchOf(view: InsightsView): string {
  const params = withView(new URLSearchParams(), view)
  return params.size > 0 ? `?${params}` : ''
}

export const isSameView = (one: InsightsView, other: InsightsView): boolean =>
  names.every((name) => one[name] === other[name])
