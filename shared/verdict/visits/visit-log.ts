import { evictVisit } from './eviction.ts'
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
  /** Whether nothing says that a person saw the page, so that the visit counts half: see client/verify/tell-when-seen.ts. */
  isUnseen?: boolean
  /** Only tells that a person saw the page of an earlier visit on this day, and is no visit itself. */
  isConfirmation?: boolean
}

/** A visit in the visit log: one visitor on one day. */
export type LoggedVisit = Omit<Visit, 'isConfirmation'> & {
  /**
   * Number of the phone (0 to 127). The same kind of phone near the same place on another day has the same number: it may be the same
   * phone, and nobody can tell.
   */
  phone: number
}

/** The stored visits of a code, with a fixed maximum size. */
export type VisitLog = {
  /** Number of visits. Retries of one shopper within a day count once. */
  checks: number
  /** Minute of the first visit. */
  since: number
  /** In the order in which they were stored. When the log is full, those with the least information are removed. */
  visits: LoggedVisit[]
}

export const emptyVisitLog: VisitLog = { checks: 0, since: 0, visits: [] }

/** Four times the number of scanned copies after which nearly all copies are noticed (docs/verdict.md). */
export const maxVisits = 80
/** Numbers of phones that the format of the log has. A full log needs fewer. */
export const maxPhones = 128

const dayMinutes = 1440
/** One browser that returns within this many minutes is one phone with a new connection. */
const reconnect = 4 * 60
/** Two scans of one phone within this time rarely have an update between them. */
const updateMinutes = 14 * dayMinutes
/** Two addresses of one household are located within this distance of each other. */
const householdKm = 300

/**
 * Returns the log with a visit added. A retry of a visitor of the day is not added; it only tells that a person saw the page.
 *
 * @example
 * const visit = { minute: 1000, visitor: 1, kind: 1, version: 1, country: 'SG', place: null, network: 1 }
 * const log = addVisit(emptyVisitLog, visit)
 * addVisit(log, { ...visit, minute: 1005 }).checks // => 1
 * addVisit(log, { ...visit, minute: 1005, visitor: 2, kind: 2, network: 2 }).checks // => 2
 */
export function addVisit(visitLog: VisitLog, visit: Visit): VisitLog {
  const { visits } = visitLog
  const known = visits.findIndex((earlier) => isRetry(earlier, visit))
  if (known >= 0) return visits[known]!.isUnseen && !visit.isUnseen ? seen(visitLog, known) : visitLog
  if (visit.isConfirmation) return visitLog
  const added = [...visits, { ...visit, phone: phoneOf(visits, visit) }]
  return {
    checks: visitLog.checks + 1,
    since: visitLog.checks === 0 ? visit.minute : visitLog.since,
    visits: added.length > maxVisits ? evictVisit(added) : added,
  }
}

function seen(visitLog: VisitLog, place: number): VisitLog {
  const { isUnseen: _, ...visit } = visitLog.visits[place]!
  return { ...visitLog, visits: visitLog.visits.with(place, visit) }
}

/**
 * The number of a phone that may be the same and did not visit on this day, or a new number. So there are as many phones of one
 * kind at one place as visited on the busiest day: the number of people is counted at its minimum.
 */
function phoneOf(visits: readonly LoggedVisit[], visit: Visit): number {
  const today = new Set<number>()
  for (const { minute, phone } of visits) if (sameDay(minute, visit.minute)) today.add(phone)
  const same = visits.findLast((earlier) => !today.has(earlier.phone) && maybeSamePhone(earlier, visit))
  if (same) return same.phone
  const used = new Set(visits.map(({ phone }) => phone))
  let number = 0
  while (used.has(number)) number++
  return number
}

function isRetry(earlier: Visit, visit: Visit): boolean {
  if (earlier.visitor === visit.visitor && sameDay(earlier.minute, visit.minute)) return true
  if (earlier.kind !== visit.kind) return false
  const apart = Math.abs(visit.minute - earlier.minute)
  if (earlier.version === visit.version && apart < reconnect) return true
  // A browser that reports many versions within a day, from one network, is one browser.
  return earlier.network === visit.network && apart < dayMinutes
}

/** The salt of visitors changes at midnight UTC. */
export const dayOf = (minute: number): number => Math.floor(minute / dayMinutes)
const sameDay = (a: number, b: number): boolean => dayOf(a) === dayOf(b)

/**
 * Whether a visit may be the same phone on another day. A phone never returns to an older version, nor updates daily.
 */
function maybeSamePhone(earlier: Visit, visit: Visit): boolean {
  if (earlier.kind !== visit.kind || earlier.country !== visit.country) return false
  const [old, young] = earlier.minute < visit.minute ? [earlier, visit] : [visit, earlier]
  if (old.version > young.version) return false
  if (old.version < young.version && young.minute - old.minute < updateMinutes) return false
  return !earlier.place || !visit.place || distanceKm(earlier.place, visit.place) <= householdKm
}
