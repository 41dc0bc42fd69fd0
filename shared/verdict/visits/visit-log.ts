import { evictVisitor } from './eviction.ts'
import { distanceKm, type GeoPoint } from './geo.ts'

/** One scan of a code, reduced to the data that counting needs. It names no person, and no cookie is read. */
export type Visit = {
  /** Minutes since 1970. */
  minute: number
  /** Hash of address and browser with a salt that is deleted every day: hashes of two days never match. */
  visitor: number
  /** Short hash of the browser without its version: equal for thousands of phones, and the same on the next day. */
  kind: number
  /** Version of the browser. It grows with time, and never decreases on one phone. */
  version: number
  /** ISO 3166 alpha-2, empty where unknown. */
  country: string
  place: GeoPoint
  /** Group of the visitor's network (0 to 63): a keyed hash of the network and this code. Millions of networks share a group. */
  network: number
}

/** A visitor in the visit log. */
export type Visitor = Visit & {
  /**
   * Minute of the latest visit from `network`. `minute` may be later: a phone also visits from other networks, but
   * those visits are no evidence for this network.
   */
  networkMinute: number
}

/** The stored visits of a code, with a fixed maximum size. */
export type VisitLog = {
  /** Number of visits. Retries of one shopper within a day count once. */
  checks: number
  /** Minute of the first visit. */
  since: number
  /**
   * The distinguishable visitors. The same kind of phone at the same place on another day takes over its earlier entry.
   */
  visits: Visitor[]
}

export const emptyVisitLog: VisitLog = { checks: 0, since: 0, visits: [] }

/** Above every threshold in the settings. */
export const maxVisitors = 64

const dayMinutes = 1440
/** One browser that returns within this many minutes is one phone with a new connection. */
const reconnect = 4 * 60
/** Two scans of one phone within this time rarely have an update between them. */
const updateMinutes = 14 * dayMinutes
/** Two addresses of one household are located within this distance of each other. */
const householdKm = 300

/**
 * Returns the log with a visit added. A known visitor is a retry. Visitors cannot be recognised across days, so the
 * number of people is counted at its minimum: as many of one kind of phone at one place as on the busiest day.
 *
 * @example
 * const visit = { minute: 1000, visitor: 1, kind: 1, version: 1, country: 'SG', place: null, network: 1 }
 * const log = addVisit(emptyVisitLog, visit)
 * addVisit(log, { ...visit, minute: 1005 }).checks // => 1
 * addVisit(log, { ...visit, minute: 1005, visitor: 2, kind: 2, network: 2 }).checks // => 2
 */
export function addVisit(visitLog: VisitLog, visit: Visit): VisitLog {
  if (visitLog.visits.some((earlier) => isRetry(earlier, visit))) return visitLog
  const checks = visitLog.checks + 1
  const since = visitLog.checks === 0 ? visit.minute : visitLog.since
  const earlier = visitLog.visits.findIndex(
    (other) => !sameDay(other.minute, visit.minute) && maybeSamePhone(other, visit),
  )
  if (earlier >= 0)
    return { checks, since, visits: visitLog.visits.with(earlier, updatedVisitor(visitLog.visits[earlier]!, visit)) }
  const visits = [...visitLog.visits, { ...visit, networkMinute: visit.minute }]
  return { checks, since, visits: visits.length > maxVisitors ? evictVisitor(visits) : visits }
}

/**
 * An entry keeps its network and place: a visitor from another network can neither take over nor renew its evidence.
 */
function updatedVisitor(earlier: Visitor, visit: Visit): Visitor {
  if (earlier.network === visit.network) return { ...visit, networkMinute: visit.minute }
  const { minute, visitor, version } = visit
  return { ...earlier, minute, visitor, version, networkMinute: Math.min(minute, earlier.networkMinute) }
}

function isRetry(earlier: Visitor, visit: Visit): boolean {
  if (earlier.visitor === visit.visitor && sameDay(earlier.minute, visit.minute)) return true
  if (earlier.kind !== visit.kind) return false
  if (earlier.version === visit.version && Math.abs(visit.minute - earlier.minute) < reconnect) return true
  // A browser that reports many versions within a day, from one network, is one browser.
  return earlier.network === visit.network && Math.abs(visit.minute - earlier.networkMinute) < dayMinutes
}

/** The salt of visitors changes at midnight UTC. */
const sameDay = (a: number, b: number): boolean => Math.floor(a / dayMinutes) === Math.floor(b / dayMinutes)

/**
 * Whether a visit may be the same phone on another day. A phone never returns to an older version, nor updates daily.
 */
function maybeSamePhone(earlier: Visitor, visit: Visit): boolean {
  if (earlier.kind !== visit.kind || earlier.country !== visit.country) return false
  const [old, young] = earlier.minute < visit.minute ? [earlier, visit] : [visit, earlier]
  if (old.version > young.version) return false
  if (old.version < young.version && young.minute - old.minute < updateMinutes) return false
  return !earlier.place || !visit.place || distanceKm(earlier.place, visit.place) <= householdKm
}
