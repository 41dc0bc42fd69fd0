import type { Visitor } from './visit-log.ts'

/** Longer than any window that can be set: no rule counts older visits. */
const WINDOW = 365 * 1440

/**
 * Removes the visitor that says least. Newest or oldest first would let anybody empty the memory with visits of their own,
 * so the victim is one of the most crowded network, kind of phone and country, in this order, and of those the one that
 * visited closest in time to another.
 */
export function evictVisitor(visits: readonly Visitor[]): Visitor[] {
  const latest = Math.max(...visits.map(({ minute }) => minute))
  const oldest = visits.reduce((at, { minute }, i) => (minute < visits[at]!.minute ? i : at), 0)
  if (visits[oldest]!.minute < latest - WINDOW) return visits.toSpliced(oldest, 1)
  let crowd = visits.map((visit, place) => ({ visit, place }))
  for (const keyOf of [networkOf, kindOf, countryOf]) crowd = largest(Map.groupBy(crowd, keyOf))
  return visits.toSpliced(mostCrowded(crowd), 1)
}

type IndexedVisitor = { visit: Visitor; place: number }

/** Visits without a network are not known to share one. */
const networkOf = ({ visit, place }: IndexedVisitor): string => `${visit.network ?? `none ${place}`}`
const kindOf = ({ visit }: IndexedVisitor): string => `${visit.kind}`
const countryOf = ({ visit }: IndexedVisitor): string => visit.country

/** All groups of the largest size: where several are alike, the next quality decides. */
function largest(groups: Map<string, IndexedVisitor[]>): IndexedVisitor[] {
  const size = Math.max(...[...groups.values()].map(({ length }) => length))
  return [...groups.values()].filter(({ length }) => length === size).flat()
}

/** Place of the visit with the smallest distance in time to the one before it. */
function mostCrowded(crowd: readonly IndexedVisitor[]): number {
  const inTime = crowd.toSorted((a, b) => a.visit.networkMinute - b.visit.networkMinute)
  let [place, least] = [inTime[0]!.place, Number.POSITIVE_INFINITY]
  for (let i = 1; i < inTime.length; i++) {
    const gap = inTime[i]!.visit.networkMinute - inTime[i - 1]!.visit.networkMinute
    if (gap < least) [place, least] = [inTime[i]!.place, gap]
  }
  return place
}
