import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { type City, cities, citiesOf } from './cities.ts'
import { cityOf, createShopper, dayMinutes, type SimulatedScan, scanWithRetries, shopperInStore } from './shoppers.ts'

/** Number of scans of all copies together, including those of the genuine item. */
export const scales = [5, 10, 20, 30, 50, 200] as const
export type Scale = (typeof scales)[number]

/** The regions in which the copies of one label are sold, with the share of cases. */
export const markets = { 'one city': 0.3, 'one country': 0.4, 'several countries': 0.3 } as const
export type Market = keyof typeof markets

/** Number of days over which the scans are spread, with the share of cases. */
export const paces = { '2 weeks': [14, 0.25], '2 months': [60, 0.45], '6 months': [180, 0.3] } as const
export type Pace = keyof typeof paces

/** One label that is copied onto many items. Each item has its own shopper. */
export function copiedLabel(chance: SeededRandom, scans: number, market: Market, pace: Pace): SimulatedScan[] {
  const home = cityOf(chance)
  const reach = citiesIn(chance, market, home)
  const startMinute = 400 * dayMinutes + chance.between(0, 150 * dayMinutes)
  const seen: SimulatedScan[] = []
  while (seen.length < scans) {
    const city = chance.weighted(reach.map((one) => [one.weight, one] as const))
    const buyer = chance.happens(0.5)
      ? shopperInStore(chance, city)
      : createShopper(chance, city, { vpn: chance.happens(0.05) ? 0.7 : 0 })
    const minute = startMinute + chance.next() * paces[pace][0] * dayMinutes
    seen.push(...scanWithRetries(chance, buyer, minute))
    if (chance.happens(0.15)) seen.push(...scanWithRetries(chance, buyer, minute + chance.next() * 10 * dayMinutes))
  }
  return seen.slice(0, scans)
}

function citiesIn(chance: SeededRandom, market: Market, home: City): readonly City[] {
  if (market === 'one city') return [home]
  if (market === 'one country') return citiesOf(home.country)
  const others = Array.from({ length: chance.whole(1, 5) }, () => chance.pick(cities).country)
  return [...new Set([home.country, ...others])].flatMap(citiesOf)
}
