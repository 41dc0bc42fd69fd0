import type { LoggedVisit } from '#shared/verdict/visits/visit-log.ts'

/**
 * Visitors counted per network and hour. Thousands of phones share a mobile network, so this is a cap and not a block.
 */
const perHour = 2
const perDay = 4
/** By how many visits one network may exceed all others together. */
const lead = 2

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** The visitors that count: at most this many of each network within any hour and any day. */
export function limitPerNetwork(visits: readonly LoggedVisit[]): LoggedVisit[] {
  const last = new Map<number, number[]>()
  return visits
    .toSorted((a, b) => a.minute - b.minute)
    .filter(({ network, minute }) => {
      const minutes = last.get(network)
      if (!minutes) return last.set(network, [minute])
      // The visitors are in order of time, so only the latest ones can be too close.
      if ((minutes.at(-perHour) ?? 0) > minute - hourMinutes || (minutes.at(-perDay) ?? 0) > minute - dayMinutes)
        return false
      return minutes.push(minute)
    })
}

/** The number of visits when at most `cap` count per network. */
export function countWithCap(visits: readonly LoggedVisit[], cap: number): number {
  const sizes = new Map<number, number>()
  for (const { network } of visits) sizes.set(network, (sizes.get(network) ?? 0) + 1)
  return [...sizes.values()].reduce((sum, size) => sum + Math.min(size, cap), 0)
}

/** The visits without those by which the commonest network exceeds all others together by more than two. Its first ones count. */
export function capMainNetwork(visits: readonly LoggedVisit[]): readonly LoggedVisit[] {
  const sizes = new Map<number, number>()
  for (const { network } of visits) sizes.set(network, (sizes.get(network) ?? 0) + 1)
  const [main, size] = [...sizes].reduce((most, one) => (one[1] > most[1] ? one : most), [-1, 0])
  let free = visits.length - size + lead
  return size <= free ? visits : visits.filter(({ network }) => network !== main || free-- > 0)
}

/** The smallest weight when all visits of any one network are left out. */
export const leaveOneNetworkOut = (
  visits: readonly LoggedVisit[],
  weigh: (rest: readonly LoggedVisit[]) => number,
): number =>
  [...new Set(visits.map(({ network }) => network))]
    .map((one) => weigh(visits.filter(({ network }) => network !== one)))
    .reduce((smallest, weight) => Math.min(smallest, weight), weigh(visits))
