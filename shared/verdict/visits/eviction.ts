import type { LoggedVisit } from './visit-log.ts'

/** Longer than any window of the rules. */
const windowMinutes = 365 * 1440

/**
 * Removes the visit with the least information. With "newest first" or "oldest first", one visitor could empty the log by own
 * visits. The removed visit is therefore one of the most frequent network, kind of phone and country, in this order, and of
 * those the one closest in time to another.
 */
export function evictVisit(visits: readonly LoggedVisit[]): LoggedVisit[] {
  const latest = Math.max(...visits.map(({ minute }) => minute))
  const oldest = visits.reduce((at, { minute }, i) => (minute < visits[at]!.minute ? i : at), 0)
  if (visits[oldest]!.minute < latest - windowMinutes) return visits.toSpliced(oldest, 1)
  let candidates = visits.map((visit, place) => ({ visit, place }))
  for (const keyOf of [networkOf, kindOf, countryOf]) candidates = largest(Map.groupBy(candidates, keyOf))
  return visits.toSpliced(mostCrowded(candidates), 1)
}

type IndexedVisit = { visit: LoggedVisit; place: number }

const networkOf = ({ visit }: IndexedVisit): string => `${visit.network}`
const kindOf = ({ visit }: IndexedVisit): string => `${visit.kind}`
const countryOf = ({ visit }: IndexedVisit): string => visit.country

/** All groups of the largest size. If there are several, the next property decides. */
function largest(groups: Map<string, IndexedVisit[]>): IndexedVisit[] {
  const size = Math.max(...[...groups.values()].map(({ length }) => length))
  return [...groups.values()].filter(({ length }) => length === size).flat()
}

/** Index of the visit with the smallest distance in time to the one before it. */
function mostCrowded(crowd: readonly IndexedVisit[]): number {
  const inTime = crowd.toSorted((a, b) => a.visit.minute - b.visit.minute)
  let [place, smallestGap] = [inTime[0]!.place, Number.POSITIVE_INFINITY]
  for (let i = 1; i < inTime.length; i++) {
    const gap = inTime[i]!.visit.minute - inTime[i - 1]!.visit.minute
    if (gap < smallestGap) [place, smallestGap] = [inTime[i]!.place, gap]
  }
  return place
}
