import type { Visitor } from '#shared/verdict/visits/visit-log.ts'

/** Different visitors that one network is counted for. Mobile networks are shared by thousands: it is a cap, not a block. */
const PER_HOUR = 2
const PER_DAY = 4
/** Kinds of phone that one network adds to those that visited. */
const KINDS_PER_NETWORK = 4

const HOUR = 60
const DAY = 24 * HOUR

/** The visitors that count: of each network at most so many within any hour and any day. */
export function limitPerNetwork(visits: readonly Visitor[]): Visitor[] {
  const last = new Map<number, number[]>()
  return visits
    .toSorted((a, b) => a.networkMinute - b.networkMinute)
    .filter(({ network, networkMinute }) => {
      if (network === null) return true
      const minutes = last.get(network)
      if (!minutes) return last.set(network, [networkMinute])
      // They are in order: only the latest of them can be too near.
      if ((minutes.at(-PER_HOUR) ?? 0) > networkMinute - HOUR || (minutes.at(-PER_DAY) ?? 0) > networkMinute - DAY)
        return false
      return minutes.push(networkMinute)
    })
}

/** How many of them count where one network may not be counted for more than `most`. */
export function countWithCap(visits: readonly Visitor[], most: number): number {
  const sizes = new Map<number, number>()
  let unknown = 0
  for (const { network } of visits) {
    if (network === null) unknown++
    else sizes.set(network, (sizes.get(network) ?? 0) + 1)
  }
  return [...sizes.values()].reduce((sum, size) => sum + Math.min(size, most), unknown)
}

/** Kinds of phone among them. */
export function countPhoneKinds(visits: readonly Visitor[]): number {
  const kinds = new Set<number>()
  const added = new Map<number, number>()
  for (const { network, kind } of visits) {
    if (kinds.has(kind)) continue
    if (network !== null) {
      const before = added.get(network) ?? 0
      if (before >= KINDS_PER_NETWORK) continue
      added.set(network, before + 1)
    }
    kinds.add(kind)
  }
  return kinds.size
}

/** The least weight that is left when all visits of any one of these networks are left out. */
export function leaveOneNetworkOut(
  networks: Iterable<number | null>,
  visits: readonly Visitor[],
  weigh: (rest: Visitor[]) => number,
): number {
  const left = [...new Set(networks)].filter((network) => network !== null)
  return left.reduce<number>(
    (least, one) => Math.min(least, weigh(visits.filter(({ network }) => network !== one))),
    weigh([...visits]),
  )
}
