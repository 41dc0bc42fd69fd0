import type { LoggedVisit } from '#shared/verdict/visits/visit-log.ts'

/** An attack with one visit a minute, or a link in a chat, brings its visits within hours. */
const burstMinutes = 6 * 60

/**
 * The visits without those of some hours, so that the weight is smallest. Buyers of copies come at different times, so this
 * changes little for copies. More visits never make the weight smaller.
 */
export function leaveOneBurstOut(
  visits: readonly LoggedVisit[],
  weigh: (rest: readonly LoggedVisit[]) => number,
): readonly LoggedVisit[] {
  let [least, smallest] = [visits, Number.POSITIVE_INFINITY]
  for (const from of new Set(visits.map(({ minute }) => minute))) {
    const rest = visits.filter(({ minute }) => minute < from || minute >= from + burstMinutes)
    const weight = weigh(rest)
    if (weight < smallest) [least, smallest] = [rest, weight]
  }
  return least
}
