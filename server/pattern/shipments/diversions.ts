import type { FoundPattern } from '#server/pattern/cases/found-pattern.ts'
import { distanceKm } from '#shared/verdict/visits/geo.ts'
import type { LooksAbroad } from './count-looks.ts'

/** Looks abroad at goods that had not left, which a few own people on a journey do not reach. */
const earlyLooks = 10
const earlyDays = 3
/** Looks far from where a shipment arrived. */
const divertedLooks = 20
const divertedDays = 5
const farKm = 500
/** Other orders that were shipped, before an order without any shipment means something. */
export const shippedOrders = 3

export type ComparedOrder = {
  id: string
  merchantId: string
  skuId: string
  /** The country of the brand, ISO 3166 alpha-2. */
  home: string
  isShipped: boolean
  otherShipped: number
}
export type Arrival = { identifier: string; country: string; lat: number | null; lng: number | null }
type Diversion = Omit<FoundPattern, 'serials' | 'firstSerial' | 'lastSerial'> & { addresses: string[] }

/**
 * What the looks at an order say about its goods. Looks in the brand's own country say nothing: its people test labels there.
 * Without a known destination nothing is said about delivered goods.
 */
export function diversionsOf(
  order: ComparedOrder,
  looks: readonly LooksAbroad[],
  arrivals: ReadonlyMap<string, Arrival>,
): Diversion[] {
  const { id: orderId, merchantId, skuId, home, isShipped, otherShipped } = order
  const found = { orderId, merchantId, skuId, between: null }
  const abroad = looks.filter(({ country }) => country !== home)
  const state = isShipped ? 'early' : 'none'
  const early = abroad.filter((one) => one.state === state)
  const sum = early.reduce((total, one) => total + one.looks, 0)
  const days = Math.max(0, ...early.map((one) => one.days))
  const cases: Diversion[] = []
  if (sum >= earlyLooks && days >= earlyDays && (isShipped || otherShipped >= shippedOrders)) {
    const countries = [...new Set(early.toSorted((a, b) => b.looks - a.looks).map(({ country }) => country))]
    cases.push({
      ...{ ...found, kind: 'early', strength: sum, addresses: early.flatMap(({ addresses }) => addresses) },
      facts: { kind: 'early', countries, looks: sum, days, neverShipped: !isShipped },
    })
  }
  const diverted = abroad
    .filter((one) => one.state === 'after' && one.looks >= divertedLooks && one.days >= divertedDays)
    .flatMap((one) => divertedFrom(one, looks, arrivals.get(one.shipment ?? '')) ?? [])
    .toSorted((a, b) => b.looks - a.looks)
  const [most] = diverted
  if (most)
    cases.push({
      ...{ ...found, kind: 'diverted', strength: most.looks, addresses: most.addresses },
      facts: { kind: 'diverted', ...most.facts },
    })
  return cases
}

function divertedFrom(one: LooksAbroad, looks: readonly LooksAbroad[], arrival: Arrival | undefined) {
  if (!arrival || arrival.country === one.country) return undefined
  const { shipment, country, lat, lng } = one
  if (lat === null || lng === null || arrival.lat === null || arrival.lng === null) return undefined
  if (distanceKm({ lat, lng }, { lat: arrival.lat, lng: arrival.lng }) < farKm) return undefined
  const at = looks.find(
    (other) => other.state === 'after' && other.shipment === shipment && other.country === arrival.country,
  )
  const looksAtDestination = at?.looks ?? 0
  if (one.looks <= looksAtDestination) return undefined
  const facts = {
    shipment: arrival.identifier,
    country,
    looks: one.looks,
    destination: arrival.country,
    looksAtDestination,
  }
  return { looks: one.looks, addresses: one.addresses, facts }
}
