import { dayOf, type LoggedVisit, type VisitLog } from '#shared/verdict/visits/visit-log.ts'
import { capMainNetwork } from './network-limits.ts'

/** Days with visits before any rule fires: buyers of copies come on different days, and an attack is often one of hours. */
export const evidenceDays = 3
/** Earlier visits do not count. */
const windowMinutes = 365 * 1440

type Counted = Pick<VisitLog, 'checks' | 'visits'>

/** The visits since the item was first shipped, and their number: those before are by people who made or packed it. */
export function sinceShipment({ checks, visits }: Counted, shippedAt: Date | undefined): Counted {
  if (!shippedAt) return { checks, visits }
  const shipped = Math.floor(shippedAt.getTime() / 60_000)
  const counted = visits.filter(({ minute }) => minute >= shipped)
  return { checks: checks - (visits.length - counted.length), visits: counted }
}

/** Those of the last year before a minute. */
export const inWindow = (visits: readonly LoggedVisit[], now: number): LoggedVisit[] =>
  visits.filter(({ minute }) => minute > now - windowMinutes)

/** The visits of which the score counts all but one burst; undefined while they are on too few days. */
export function scoredVisits(limited: readonly LoggedVisit[]): readonly LoggedVisit[] | undefined {
  const counted = capMainNetwork(limited)
  return countDays(counted) < evidenceDays ? undefined : counted
}

export const countDays = (visits: readonly LoggedVisit[]): number =>
  new Set(visits.map(({ minute }) => dayOf(minute))).size
