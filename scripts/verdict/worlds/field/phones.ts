import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import type { Look } from '#scripts/verdict/worlds/world.ts'
import { type Area, nudge, type Spot, townIn } from './map.ts'

/** A phone with its habits. What is fixed about a network is derived from its name, so that all its addresses agree. */
export type Phone = {
  area: Area
  town: Spot
  serial: number
  browser: string
  /** Days from one update of the browser to the next, and the day of its month on which this phone installs it. */
  cycle: number
  delay: number
  frozen: boolean
  line: HomeLine
  /** Number of the mobile carrier in its country. */
  carrier: number
  /** Share of looks over the line of the home or workplace. */
  wifi: number
  relay: boolean
  tunnel: boolean
}

/** A connection of a building. `pool`: its provider gives each connection a new address of a few /24. */
export type HomeLine = { name: string; kind: 'own prefix' | 'fixed /24' | 'pool' }

let serials = 0

export function newLine(chance: SeededRandom): HomeLine {
  return {
    name: `L${serials++}`,
    kind: chance.weighted([
      [45, 'own prefix'],
      [35, 'fixed /24'],
      [20, 'pool'],
    ]),
  }
}

/** Browsers by how freely people spend: iPhones are more frequent in some areas. In-app browsers name their app. */
function browserFor(chance: SeededRandom, area: Area): { browser: string; cycle: number } {
  const apple =
    ({ SE: 0.55, KR: 0.28, CA: 0.58, NL: 0.42, ZA: 0.2, EG: 0.12 } as Record<string, number>)[area.country] ?? 0.3
  if (chance.happens(apple)) {
    const app = chance.weighted([
      [88, 'Safari'],
      [5, 'Chrome'],
      [3, 'Instagram'],
      [2, 'Facebook'],
      [2, 'TikTok'],
    ])
    return { browser: `iPhone ${app}`, cycle: 45 }
  }
  const app = chance.weighted([
    [70, 'Chrome'],
    [13, 'Samsung'],
    [4, 'Instagram'],
    [4, 'Facebook'],
    [3, 'Firefox'],
    [3, 'Huawei'],
    [3, 'Mi'],
  ])
  const isNamed = ['Instagram', 'Facebook', 'Huawei', 'Mi'].includes(app)
  return {
    browser: isNamed ? `Android ${app} ${chance.whole(1, 25)}` : `Android ${app}`,
    cycle: app === 'Samsung' ? 60 : 30,
  }
}

export function newPhone(chance: SeededRandom, area: Area, about: Partial<Phone> = {}): Phone {
  return {
    area,
    town: townIn(chance, area),
    serial: serials++,
    ...browserFor(chance, area),
    delay: chance.happens(0.75) ? chance.whole(0, 12) : chance.whole(12, 120),
    frozen: chance.happens(0.06),
    line: newLine(chance),
    carrier: chance.whole(1, 3),
    wifi: chance.between(0.2, 0.95),
    relay: false,
    tunnel: chance.happens(0.04),
    ...about,
  }
}

const looksAgain = 0.2

/** @param away the place of the phone, if it is not in its own town */
export function look(
  chance: SeededRandom,
  phone: Phone,
  minute: number,
  about: { away?: Spot; unit?: number } = {},
): Look[] {
  const at = about.away ?? phone.town
  const { network, address, country, place } = connect(chance, phone, at, minute)
  const version = phone.frozen ? 3 + (phone.serial % 9) : Math.floor((minute / 1440 - phone.delay) / phone.cycle)
  const first: Look = {
    minute: Math.floor(minute),
    network,
    address,
    country,
    place,
    browser: phone.browser,
    version,
    shown: chance.happens(0.95),
    unit: about.unit ?? 0,
  }
  return chance.happens(looksAgain) ? [first, { ...first, minute: first.minute + chance.whole(1, 40) }] : [first]
}

type Connection = Pick<Look, 'network' | 'address' | 'country' | 'place'>

function connect(chance: SeededRandom, phone: Phone, at: Spot, minute: number): Connection {
  const key = `${phone.area.country} ${at.lat.toFixed(1)} ${at.lng.toFixed(1)}`
  if (phone.tunnel && chance.happens(0.6))
    return located(`tunnel ${chance.whole(1, 90)}`, chance.whole(1, 200), phone, at)
  // The relay has exits near the city of its customer, in two providers.
  if (phone.relay || (phone.browser === 'iPhone Safari' && phone.serial % 12 === 0))
    return located(`relay ${key} ${chance.whole(1, 4)}`, chance.whole(1, 60), phone, at)
  if (at === phone.town && chance.happens(phone.wifi)) {
    const { name, kind } = phone.line
    if (kind === 'own prefix') return located(`six ${name}`, phone.serial, phone, at)
    if (kind === 'fixed /24')
      return located(`four ${key} ${Number(name.slice(1)) % 150}`, Number(name.slice(1)), phone, at)
    const week = Math.floor(minute / 10_080)
    return located(`pool ${key} ${(Number(name.slice(1)) + 13 * week) % 40}`, Number(name.slice(1)) + week, phone, at)
  }
  // A session keeps its address for hours; the pool of a region has a few /24.
  const hour = Math.floor(minute / 300)
  return located(
    `cell ${phone.area.country} ${regionOf(at)} ${phone.carrier} ${(phone.serial + hour) % 6}`,
    phone.serial + hour,
    phone,
    at,
  )
}

/** Carriers have a gateway for about 300 km. */
const regionOf = ({ lat, lng }: Spot): string => `${Math.round(lat / 3)} ${Math.round(lng / 4)}`

const atlas = new Map<string, Pick<Connection, 'country' | 'place'>>()

function located(network: string, host: number, { area }: Phone, at: Spot): Connection {
  let entry = atlas.get(network)
  if (!entry) {
    const chance = new SeededRandom(checksum(network))
    const isCell = network.startsWith('cell')
    const centre = isCell && chance.happens(0.5) ? area.centre : chance.happens(0.1) ? townIn(chance, area) : at
    entry = chance.happens(0.015)
      ? { country: area.country, place: null }
      : network.startsWith('tunnel')
        ? {
            country: chance.pick(['NL', 'SE', 'CA']),
            place: nudge(chance, { lat: chance.between(43, 60), lng: chance.between(-80, 18) }, 20),
          }
        : { country: area.country, place: nudge(chance, centre, isCell ? 60 : 25) }
    atlas.set(network, entry)
  }
  return { network, address: `${network} ${host}`, ...entry }
}

function checksum(text: string): number {
  let sum = 5381
  for (const letter of text) sum = (Math.imul(sum, 33) ^ letter.charCodeAt(0)) >>> 0
  return Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) >>> 0
}
