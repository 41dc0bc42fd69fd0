import { distanceKm } from '#shared/verdict/visits/geo.ts'
import { dayOf, type LoggedVisit } from '#shared/verdict/visits/visit-log.ts'

type ImpossibleTravel = { from: string; to: string; km: number; minutes: number; day: number }

/** The error of IP location, both ends together: the IP address of a mobile network is often located in the capital. */
const errorKm = 1200
/** The speed of an airliner, without the way to and from the airport. */
const speedKmH = 900
/** The largest distance between two places on Earth. */
const antipodeKm = 20_040
const dayMinutes = 1440

/**
 * Pairs of visits that no traveller can make. A pair needs two kinds of phone: a single phone that jumps has switched
 * on a VPN. No phone is in two pairs, and no network in two pairs of one day.
 */
export function findImpossibleTravel(recent: readonly LoggedVisit[]): ImpossibleTravel[] {
  const remaining = recent.filter(({ place }) => place).sort((a, b) => a.minute - b.minute)
  const pairs: ImpossibleTravel[] = []
  const used = new Map<number, number>()
  const phones = new Set<number>()
  const isUsed = ({ network, minute, phone }: LoggedVisit) =>
    phones.has(phone) || minute - (used.get(network) ?? Number.NEGATIVE_INFINITY) < dayMinutes
  for (let i = 0; i < remaining.length; i++) {
    const from = remaining[i]!
    const match = isUsed(from) ? -1 : jumpFrom(remaining, i, isUsed)
    if (match < 0) continue
    const [to] = remaining.splice(match, 1) as [LoggedVisit]
    for (const { network, minute, phone } of [from, to]) {
      used.set(network, minute)
      phones.add(phone)
    }
    pairs.push({
      from: from.country,
      to: to.country,
      day: dayOf(from.minute),
      km: Math.round(distanceKm(from.place!, to.place!)),
      minutes: to.minute - from.minute,
    })
  }
  return pairs
}

/** @param visits in the order of time */
function jumpFrom(visits: readonly LoggedVisit[], start: number, isUsed: (visit: LoggedVisit) => boolean): number {
  const from = visits[start]!
  for (let i = start + 1; i < visits.length; i++) {
    const to = visits[i]!
    const possible = errorKm + (speedKmH * (to.minute - from.minute)) / 60
    if (possible > antipodeKm) return -1
    if (to.kind !== from.kind && !isUsed(to) && distanceKm(from.place!, to.place!) > possible) return i
  }
  return -1
}
