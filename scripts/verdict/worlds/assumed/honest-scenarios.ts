import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import type { HonestKind } from '#scripts/verdict/worlds/world.ts'
import { type City, cities } from './cities.ts'
import {
  cityOf,
  createShopper,
  dayMinutes,
  hourMinutes,
  type Shopper,
  type SimulatedScan,
  scanWithRetries,
  shopperInStore,
} from './shoppers.ts'

type Scenario = (chance: SeededRandom) => SimulatedScan[]

/** Scenarios of honest items, with their share of scanned items. Each is one item, for up to a year. */
export const honestScenarios: Readonly<Record<string, Omit<HonestKind, 'item'> & { story: Scenario }>> = {
  'looked at once': { share: 0.501, story: (chance) => owned(chance, { visits: 1, days: 1 }) },
  'looked at again by its owner': { share: 0.2, story: (chance) => owned(chance, { visits: 8, days: 300 }) },
  'in a family': { share: 0.12, story: family },
  'looked at on the shelf by several, then sold': { share: 0.1, story: shelf },
  'owner with a VPN whose exit changes': { share: 0.045, story: jumping },
  'taken on a journey': { share: 0.02, story: journey },
  'resold once or twice': { share: 0.012, category: 'resale', story: soldOn },
  'shown in a shop': { share: 0.002, category: 'display', story: shown },
}

const start = (chance: SeededRandom) => 400 * dayMinutes + chance.between(0, 300 * dayMinutes)

/** Most scans are in the first days. */
const later = (chance: SeededRandom, days: number) => chance.next() ** 2 * days * dayMinutes

function repeated(
  chance: SeededRandom,
  people: Shopper[],
  { visits, startMinute, days }: { visits: number; startMinute: number; days: number },
): SimulatedScan[] {
  return Array.from({ length: visits }, (_, n) =>
    scanWithRetries(chance, chance.pick(people), n ? startMinute + later(chance, days) : startMinute),
  ).flat()
}

function owned(chance: SeededRandom, { visits, days }: { visits: number; days: number }): SimulatedScan[] {
  const owner = createShopper(chance, cityOf(chance))
  return repeated(chance, [owner], {
    visits: visits === 1 ? 1 : chance.several(visits, 60),
    startMinute: start(chance),
    days,
  })
}

function family(chance: SeededRandom): SimulatedScan[] {
  const city = cityOf(chance)
  return repeated(chance, householdOf(chance, city, chance.whole(2, 5)), {
    visits: chance.several(5, 30),
    startMinute: start(chance),
    days: 200,
  })
}

/** One home address with several phones. */
function householdOf(chance: SeededRandom, city: City, size: number): Shopper[] {
  const first = createShopper(chance, city)
  return [first, ...Array.from({ length: size - 1 }, () => createShopper(chance, city, { household: first.household }))]
}

function shelf(chance: SeededRandom): SimulatedScan[] {
  const city = cityOf(chance)
  const startMinute = start(chance)
  const days = chance.between(2, 40)
  const passers = Array.from({ length: chance.several(2, 6) }, () =>
    scanWithRetries(chance, shopperInStore(chance, city), startMinute + chance.next() * days * dayMinutes),
  ).flat()
  const home = householdOf(chance, city, chance.whole(1, 3))
  return [
    ...passers,
    ...repeated(chance, home, {
      visits: chance.several(2, 10),
      startMinute: startMinute + days * dayMinutes,
      days: 100,
    }),
  ]
}

function jumping(chance: SeededRandom): SimulatedScan[] {
  const home = householdOf(chance, cityOf(chance), chance.whole(1, 3))
  const behind = home.map((who, n) => (n === 0 || chance.happens(0.4) ? { ...who, vpn: chance.between(0.3, 1) } : who))
  return repeated(chance, behind, { visits: chance.several(4, 20), startMinute: start(chance), days: 120 })
}

function journey(chance: SeededRandom): SimulatedScan[] {
  const travellers = householdOf(chance, cityOf(chance), chance.whole(1, 2))
  let minute = start(chance)
  const seen = scanWithRetries(chance, travellers[0]!, minute)
  for (let stop = chance.whole(1, 4); stop > 0; stop--) {
    const there = chance.happens(0.7) ? chance.pick(cities) : cityOf(chance)
    minute += chance.between(14 * hourMinutes, 9 * dayMinutes)
    for (let n = chance.several(1.5, 4); n > 0; n--) {
      seen.push(...scanWithRetries(chance, chance.pick(travellers), minute + chance.between(0, 2 * dayMinutes), there))
    }
    minute += 2 * dayMinutes
  }
  return seen
}

function soldOn(chance: SeededRandom): SimulatedScan[] {
  let startMinute = start(chance)
  return Array.from({ length: chance.whole(2, 3) }, () => {
    const owner = householdOf(chance, cityOf(chance), chance.whole(1, 2))
    const seen = repeated(chance, owner, { visits: chance.several(3, 10), startMinute, days: 60 })
    startMinute += chance.between(20, 120) * dayMinutes
    return seen
  }).flat()
}

/** The item that a shop assistant shows to all customers. */
function shown(chance: SeededRandom): SimulatedScan[] {
  const city = cityOf(chance)
  const startMinute = start(chance)
  const assistant = createShopper(chance, city, { home: 1 })
  const days = chance.between(10, 150)
  return [
    ...repeated(chance, [assistant], { visits: chance.several(10, 60), startMinute, days }),
    ...Array.from({ length: chance.whole(4, 60) }, () =>
      scanWithRetries(chance, shopperInStore(chance, city), startMinute + chance.next() * days * dayMinutes),
    ).flat(),
  ]
}
