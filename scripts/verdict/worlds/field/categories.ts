import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import type { Look, World } from '#scripts/verdict/worlds/world.ts'
import { minuteIn, type Rhythm } from './hours.ts'
import { type Area, areaOf, areas, type Spot, townIn } from './map.ts'
import { look, newLine, newPhone, type Phone } from './phones.ts'

const firstDay = (chance: SeededRandom) => chance.whole(600, 960)

/** People under one roof. */
function roof(chance: SeededRandom, area: Area, people: number, about: Partial<Phone> = {}): Phone[] {
  const shared = { line: newLine(chance), town: townIn(chance, area), ...about }
  return Array.from({ length: people }, () => newPhone(chance, area, shared))
}

type Stay = { fromDay: number; days: number; looks: number; rhythm?: Rhythm }

const passing = (chance: SeededRandom, phones: readonly Phone[], { fromDay, days, looks, rhythm }: Stay): Look[] =>
  Array.from({ length: looks }, () => look(chance, chance.pick(phones), minuteIn(chance, fromDay, days, rhythm))).flat()

/** Each of several people once. */
const once = (chance: SeededRandom, phones: readonly Phone[], fromDay: number, days: number): Look[] =>
  phones.flatMap((phone) => look(chance, phone, minuteIn(chance, fromDay, days)))

export function oneOwner(chance: SeededRandom, area = areaOf(chance), fromDay = firstDay(chance), unit = 0): Look[] {
  const home = roof(
    chance,
    area,
    chance.weighted([
      [5, 1],
      [4, 2],
      [2, 3],
      [1, 4],
    ]),
  )
  // On the day of the purchase; then in bursts, when the item is used, shown to a guest or cleaned.
  const looks = look(chance, home[0]!, minuteIn(chance, fromDay, 1), { unit })
  for (
    let burst = chance.weighted([
      [55, 0],
      [25, 1],
      [12, 2],
      [5, 4],
      [3, 8],
    ]);
    burst > 0;
    burst--
  ) {
    const day = fromDay + Math.floor(chance.between(1, 260) * chance.next())
    for (let n = chance.several(1.4, 4); n > 0; n--)
      looks.push(...look(chance, chance.pick(home), minuteIn(chance, day, 1), { unit }))
  }
  return looks
}

function sharedPack(chance: SeededRandom): Look[] {
  const nurses = roof(chance, areaOf(chance), chance.whole(5, 18), { wifi: chance.between(0.4, 0.9) })
  return passing(chance, nurses, {
    fromDay: firstDay(chance),
    days: chance.between(3, 45),
    looks: chance.several(6, 40),
    rhythm: 'ward',
  })
}

function display(chance: SeededRandom): Look[] {
  const area = areaOf(chance)
  const town = townIn(chance, area)
  const guests = Array.from({ length: chance.several(22, 90) }, () => newPhone(chance, area, { town, wifi: 0.1 }))
  const fromDay = firstDay(chance)
  const days = chance.between(30, 240)
  const staff = roof(chance, area, 3, { town })
  return [
    ...once(chance, guests, fromDay, days),
    ...passing(chance, staff, { fromDay, days, looks: chance.whole(2, 15), rhythm: 'work' }),
  ]
}

function rental(chance: SeededRandom): Look[] {
  const area = areaOf(chance)
  const town = townIn(chance, area)
  const counter = roof(chance, area, 2, { town })
  let day = firstDay(chance)
  const looks: Look[] = []
  for (let customer = chance.several(5, 25); customer > 0; customer--) {
    looks.push(
      ...passing(chance, counter, { fromDay: day, days: 1, looks: chance.happens(0.5) ? 1 : 0, rhythm: 'work' }),
    )
    const renter = roof(chance, area, chance.whole(1, 2), { town })
    if (chance.happens(0.6))
      looks.push(...passing(chance, renter, { fromDay: day, days: 4, looks: chance.several(1.3, 3) }))
    day += chance.whole(2, 25)
  }
  return looks
}

function resale(chance: SeededRandom): Look[] {
  const area = areaOf(chance)
  let day = firstDay(chance)
  const looks = oneOwner(chance, area, day)
  for (let sale = chance.several(1.3, 4); sale > 0; sale--) {
    day += chance.whole(30, 200)
    const seekers = Array.from({ length: chance.several(1.7, 6) }, () => newPhone(chance, area))
    looks.push(...once(chance, seekers, day, 12), ...oneOwner(chance, area, day + 12))
  }
  return looks
}

/** A device of a practice: two or three people, on working days, for a year. */
function medical(chance: SeededRandom): Look[] {
  const staff = roof(chance, areaOf(chance), chance.whole(2, 5), { wifi: 0.85 })
  return passing(chance, staff, { fromDay: firstDay(chance), days: 300, looks: chance.several(7, 40), rhythm: 'work' })
}

/** A link in a chat: friends open it within two days; the previews of some apps look like browsers. */
function chatLink(chance: SeededRandom): Look[] {
  const area = areaOf(chance)
  const fromDay = firstDay(chance)
  const friends = Array.from({ length: chance.several(4, 15) }, () =>
    newPhone(chance, chance.happens(0.9) ? area : areaOf(chance)),
  )
  const previews = Array.from({ length: chance.whole(0, 3) }, () =>
    newPhone(chance, chance.pick(areas), { browser: 'Android Chrome' }),
  )
  return [
    ...oneOwner(chance, area, fromDay),
    ...once(chance, friends, fromDay, 3),
    ...once(chance, previews, fromDay, 1).map((one) => ({ ...one, shown: false })),
  ]
}

function listing(chance: SeededRandom): Look[] {
  const area = areaOf(chance)
  const fromDay = firstDay(chance)
  const readers = Array.from({ length: chance.several(10, 50) }, () => newPhone(chance, area))
  return [
    ...oneOwner(chance, area, fromDay),
    ...once(chance, readers, fromDay + chance.whole(20, 200), chance.between(5, 40)),
  ]
}

/** People of the brand and of its fairs look before and after the sale, in several towns. */
function brandStaff(chance: SeededRandom): Look[] {
  const area = areaOf(chance)
  const office = roof(chance, area, chance.whole(3, 8))
  const fromDay = firstDay(chance)
  return [
    ...passing(chance, office, { fromDay, days: 30, looks: chance.several(5, 20), rhythm: 'work' }),
    ...oneOwner(chance, area, fromDay + 30),
  ]
}

function travellers(chance: SeededRandom): Look[] {
  const group = roof(chance, areaOf(chance), chance.whole(2, 7))
  let day = firstDay(chance)
  const looks = passing(chance, group, { fromDay: day, days: 3, looks: 1 })
  for (let stop = chance.whole(2, 6); stop > 0; stop--) {
    day += chance.whole(1, 4)
    const abroad = areaOf(chance)
    const away: Spot = townIn(chance, abroad)
    const roaming = group.map((phone) => ({ ...phone, area: chance.happens(0.5) ? abroad : phone.area }))
    for (let n = chance.several(1.4, 5); n > 0; n--)
      looks.push(...look(chance, chance.pick(roaming), minuteIn(chance, day, 1), { away }))
  }
  return looks
}

function slowShelf(chance: SeededRandom): Look[] {
  const area = areaOf(chance)
  const town = townIn(chance, area)
  const fromDay = firstDay(chance)
  const days = chance.whole(60, 400)
  const guests = Array.from({ length: chance.several(4, 14) }, () => newPhone(chance, area, { town, wifi: 0.05 }))
  return [...once(chance, guests, fromDay, days), ...oneOwner(chance, area, fromDay + days)]
}

function giftChain(chance: SeededRandom): Look[] {
  const area = areaOf(chance)
  const fromDay = firstDay(chance)
  return [
    ...oneOwner(chance, area, fromDay),
    ...oneOwner(chance, chance.happens(0.85) ? area : areaOf(chance), fromDay + chance.whole(2, 60)),
  ]
}

/**
 * Shares of scanned items. They are assumptions, chosen so that eight different phones, the limit of the first edition, warn about
 * 2 % of the honest items. An independent simulation of six industries measured rates of this size (1.5 and 4.2 %).
 */
export const fieldCategories: World['honest'] = {
  'one owner': { share: 0.7, item: (chance) => oneOwner(chance) },
  'gift chain': { share: 0.08, item: giftChain },
  'slow shelf': { share: 0.06, item: slowShelf },
  'medical device': { share: 0.03, category: 'medical', item: medical },
  resale: { share: 0.045, category: 'resale', item: resale },
  travellers: { share: 0.02, item: travellers },
  'link in a chat': { share: 0.02, item: chatLink },
  rental: { share: 0.012, category: 'rental', item: rental },
  'brand staff': { share: 0.012, item: brandStaff },
  'shared pack': { share: 0.012, category: 'consumable', item: sharedPack },
  'display piece': { share: 0.004, category: 'display', item: display },
  'label photographed in an offer': { share: 0.005, item: listing },
}
