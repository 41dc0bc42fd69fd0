import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { errorKm, far } from './figures.ts'
import type { Place, Town } from './towns.ts'

type Entry = { network: string; country: string; place: Place | null }

const entries = new Map<string, Entry>()

/** The entry of a network in a city database. All addresses of a network have one. */
export function placeOfNetwork(network: string, town: Town, kind: 'fixed' | 'mobile' | 'vpn'): Entry {
  const known = entries.get(network)
  if (known) return known
  const chance = new SeededRandom(seedOf(network))
  const entry = {
    network,
    country: town.country.code,
    place: chance.happens(0.01) ? null : misplaced(chance, town, kind),
  }
  entries.set(network, entry)
  return entry
}

/** Log-normal distances: the median is published, and the share beyond 100 km gives the spread. */
function misplaced(chance: SeededRandom, town: Town, kind: 'fixed' | 'mobile' | 'vpn'): Place {
  const median = kind === 'mobile' ? errorKm.mobile : errorKm.fixed
  const beyond = town.country.coarse ? far.coarse : far.usual
  const spread = kind === 'mobile' ? 1.1 : Math.log(100 / errorKm.fixed) / quantile(1 - Math.min(beyond, 0.3))
  const km = Math.min(1500, median * Math.exp(spread * normal(chance)))
  const direction = 2 * Math.PI * chance.next()
  return {
    lat: clamp(town.at.lat + (km / 111) * Math.cos(direction), 80),
    lng: clamp(town.at.lng + ((km / 111) * Math.sin(direction)) / Math.cos((town.at.lat * Math.PI) / 180), 179),
  }
}

const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value))
const normal = (chance: SeededRandom) =>
  Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next())
/** Quantile of the normal distribution between 0.5 and 0.9, good to two digits. */
const quantile = (share: number) => 2.5 * (share - 0.5) + 3.2 * (share - 0.5) ** 3

function seedOf(text: string): number {
  let seed = 7
  for (let i = 0; i < text.length; i++) seed = (Math.imul(seed, 31) + text.charCodeAt(i)) >>> 0
  return Math.imul(seed, 2_654_435_761) >>> 0
}
