import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { type City, cities } from './cities.ts'
import { fixedLine, mobile, vpn } from './network.ts'

/** A scan as the server receives it: time (minutes), address and browser. */
export type SimulatedScan = { minute: number; address: string; browser: string; version: number }

export const hourMinutes = 60
export const dayMinutes = 24 * hourMinutes

/**
 * Browsers with their shares, as they identify themselves without versions. Two thirds of the phones send one of two texts,
 * because browsers hide the model; browsers of manufacturers and of messengers send their own.
 */
const browsers = [
  [36, 'iPhone Safari'],
  [27, 'Android Chrome'],
  [7, 'Samsung'],
  ...Array.from({ length: 60 }, (_, i) => [8 / (i + 2), `maker or messenger ${i}`] as const),
] as const

export type Shopper = {
  city: City
  household: number
  browser: string
  /** Number of versions behind the newest one; `stuck` receives no updates. */
  lag: number
  stuck: boolean
  /** Share of scans over Wi-Fi at home. The others use a mobile network. */
  home: number
  /** Share of scans through a VPN. */
  vpn: number
}

let households = 0

export function cityOf(chance: SeededRandom): City {
  return chance.weighted(cities.map((city) => [city.weight, city] as const))
}

/** Half of the phones have the newest version, some are behind, and a few receive no updates. */
const lags = [
  [55, 0],
  [20, 1],
  [10, 2],
  [4, 3],
  [3, 4],
  [2, 5],
  [2, 6],
] as const

export function createShopper(chance: SeededRandom, city: City, about: Partial<Shopper> = {}): Shopper {
  const household = households++
  return {
    city,
    household,
    vpn: 0,
    browser: chance.weighted(browsers),
    lag: chance.weighted(lags),
    stuck: chance.happens(0.07),
    home: chance.next(),
    ...about,
  }
}

/** A shopper in a shop uses a mobile network. */
export const shopperInStore = (chance: SeededRandom, city: City): Shopper => createShopper(chance, city, { home: 0.08 })

/** One scan, at the place of the person at that time. */
function scanOnce(chance: SeededRandom, who: Shopper, minute: number, city: City): SimulatedScan {
  const version = who.stuck ? who.household % 8 : newest(minute, who) - who.lag
  const address = chance.happens(who.vpn)
    ? vpn(chance)
    : city === who.city && chance.happens(who.home)
      ? fixedLine(city, who.household)
      : mobile(city, chance)
  return { minute: Math.floor(minute), address, browser: who.browser, version }
}

/** A new version every five weeks, which reaches phones over a month. */
const newest = (minute: number, { household }: Shopper) =>
  20 + Math.floor((minute / dayMinutes + (household % 30)) / 35)

/** A scan, and often a second one of the same page within a quarter of an hour. */
export function scanWithRetries(chance: SeededRandom, who: Shopper, minute: number, city = who.city): SimulatedScan[] {
  const first = scanOnce(chance, who, minute, city)
  const again = chance.happens(0.3) ? chance.several(1.4, 4) : 0
  return [
    first,
    ...Array.from({ length: again }, () => {
      const later = scanOnce(chance, who, minute + chance.between(0, 15), city)
      // Most repeated scans use the same connection.
      return chance.happens(0.9) ? { ...later, address: first.address } : later
    }),
  ]
}
