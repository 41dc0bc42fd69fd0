import type { Visitor } from '#shared/verdict/visits/visit-log.ts'

/**
 * Visitors counted per network and hour. Thousands of phones share a mobile network, so this is a cap and not a block.
 */
const perHour = 2
const perDay = 4
/** Kinds of phone counted per network. */
const kindsPerNetwork = 4

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** The visitors that count: at most this many of each network within any hour and any day. */
export function limitPerNetwork(visits: readonly Visitor[]): Visitor[] {
  const last = new Map<number, number[]>()
  return visits
    .toSorted((a, b) => a.networkMinute - b.networkMinute)
    .filter(({ network, networkMinute }) => {
      const minutes = last.get(network)
      if (!minutes) return last.set(network, [networkMinute])
      // The visitors are in order of time, so only the latest ones can be too close.
      if (
        (minutes.at(-perHour) ?? 0) > networkMinute - hourMinutes ||
        (minutes.at(-perDay) ?? 0) > networkMinute - dayMinutes
      )
        return false
      return minutes.push(networkMinute)
    })
}

/** The number of visitors when at most `cap` count per network. */
export function countWithCap(visits: readonly Visitor[], cap: number): number {
  const sizes = new Map<number, number>()
  for (const { network } of visits) sizes.set(network, (sizes.get(network) ?? 0) + 1)
  return [...sizes.values()].reduce((sum, size) => sum + Math.min(size, cap), 0)
}

/** Number of different kinds of phone. */
export function countPhoneKinds(visits: readonly Visitor[]): number {
  const kinds = new Set<number>()
  const added = new Map<number, number>()
  for (const { network, kind } of visits) {
    if (kinds.has(kind)) continue
    const before = added.get(network) ?? 0
    if (before >= kindsPerNetwork) continue
    added.set(network, before + 1)
    kinds.add(kind)
  }
  return kinds.size
}

/** The smallest weight when all visits of any one of these networks are left out. */
export function leaveOneNetworkOut(
  networks: Iterable<number>,
  visits: readonly Visitor[],
  weigh: (rest: Visitor[]) => number,
): number {
  return [...new Set(networks)].reduce<number>(
    (smallest, one) => Math.min(smallest, weigh(visits.filter(({ network }) => network !== one))),
    weigh([...visits]),
  )
}
