import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import type { Copying, Market } from '#scripts/verdict/worlds/world.ts'
import { type City, cities, citiesOf } from './cities.ts'
import { cityOf, createShopper, dayMinutes, type SimulatedScan, scanWithRetries, shopperInStore } from './shoppers.ts'

/** One label that is copied onto many items. Each item has its own shopper. */
export function copiedLabel(
  chance: SeededRandom,
  { units, market, days }: Copying,
): (SimulatedScan & { unit: number })[] {
  const home = cityOf(chance)
  const reach = citiesIn(chance, market, home)
  const startMinute = 400 * dayMinutes + chance.between(0, 150 * dayMinutes)
  return Array.from({ length: units }, (_, unit) => {
    const city = chance.weighted(reach.map((one) => [one.weight, one] as const))
    const buyer = chance.happens(0.5)
      ? shopperInStore(chance, city)
      : createShopper(chance, city, { vpn: chance.happens(0.05) ? 0.7 : 0 })
    const minute = startMinute + chance.next() * days * dayMinutes
    const again = chance.happens(0.15) ? scanWithRetries(chance, buyer, minute + chance.next() * 10 * dayMinutes) : []
    return [...scanWithRetries(chance, buyer, minute), ...again].map((scan) => ({ ...scan, unit }))
  }).flat()
}

function citiesIn(chance: SeededRandom, market: Market, home: City): readonly City[] {
  if (market === 'city') return [home]
  if (market === 'country') return citiesOf(home.country)
  const others = Array.from({ length: chance.whole(1, 5) }, () => chance.pick(cities).country)
  return [...new Set([home.country, ...others])].flatMap(citiesOf)
}
