import { hash } from 'node:crypto'
import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { type City, capitalOf, cities, citiesOf } from './cities.ts'

/** The entry of an address in a city database. */
type Located = { country: string; lat: number; lng: number }

/** VPN exits are in few cities. */
const exits = ['DE', 'US', 'SG', 'GB', 'JP', 'FR', 'US', 'PL', 'TR'] as const
/** Number of addresses that a mobile network shares among its customers in one city. */
const sharedAddresses = 24

export const fixedLine = (city: City, household: number): string => `fixed ${cities.indexOf(city)} ${household}`

export const mobile = (city: City, chance: SeededRandom): string =>
  `mobile ${cities.indexOf(city)} ${chance.weighted([
    [4, 'a'],
    [3, 'b'],
    [2, 'c'],
  ])} ${chance.whole(1, sharedAddresses)}`

export const vpn = (chance: SeededRandom): string => `vpn ${chance.pick(exits)} ${chance.whole(1, 40)}`

/** Number of networks (IPv4 /24) over which the households of a city are spread. */
const fixedNetworks = 300
/** Number of addresses of a VPN in one network. */
const exitsOfNetwork = 8

/** The network of an address. All customers of a mobile carrier in one city come from one network: the worst case. */
export function networkOf(address: string): string {
  const [kind, where, third] = address.split(' ') as [string, string, string]
  if (kind === 'mobile') return `mobile ${where} ${third}`
  if (kind === 'vpn') return `vpn ${where} ${Math.floor(Number(third) / exitsOfNetwork)}`
  return `fixed ${where} ${hash('sha256', third, 'buffer').readUInt16LE() % fixedNetworks}`
}

const known = new Map<string, Located>()

/** Location errors at the rate of real databases, deterministic per address. */
export function locate(address: string): Located {
  const before = known.get(address)
  if (before) return before
  const found = guess(address, new SeededRandom(hash('sha256', address, 'buffer').readUInt32LE()))
  if (known.size > 200_000) known.clear()
  known.set(address, found)
  return found
}

function guess(address: string, chance: SeededRandom): Located {
  const [kind, where] = address.split(' ') as [string, string]
  if (kind === 'vpn') return near(chance.pick(citiesOf(where)), chance, 30)
  const city = cities[Number(where)]!
  // One in a hundred addresses is listed in another country: moved blocks, company networks.
  if (chance.happens(0.01)) return near(chance.weighted(cities.map((one) => [one.weight, one] as const)), chance, 50)
  if (kind === 'mobile' && chance.happens(0.45)) return near(capitalOf(city.country), chance, 30)
  if (chance.happens(0.06)) return near(chance.pick(citiesOf(city.country)), chance, 50)
  return near(city, chance, chance.happens(0.75) ? 25 : 150)
}

function near(city: City, chance: SeededRandom, km: number): Located {
  const degrees = km / 111
  return {
    country: city.country,
    lat: city.lat + chance.between(-degrees, degrees),
    lng: city.lng + chance.between(-degrees, degrees) / Math.cos((city.lat * Math.PI) / 180),
  }
}
