import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import type { Copying, Look, World } from '#scripts/verdict/worlds/world.ts'
import { fieldCategories, oneOwner } from './categories.ts'
import { minuteIn } from './hours.ts'
import { type Area, areaOf, townIn } from './map.ts'
import { look, newLine, newPhone } from './phones.ts'

/** Categories of goods in the field, with the rhythm of days and weeks, addresses from pools, and phones that update. */
export const fieldWorld: World = {
  name: 'field',
  sources: ['assumptions: histories as brands and shoppers tell them; every share is in its code'],
  honest: fieldCategories,
  copies,
}

/** Copies are sold in waves: a dealer has a lot, sells it within weeks, and orders the next. */
function copies(chance: SeededRandom, { units, market, days }: Copying): Look[] {
  const home = areaOf(chance)
  const town = townIn(chance, home)
  const others = [home, ...Array.from({ length: chance.whole(1, 4) }, () => areaOf(chance))]
  const firstDay = chance.whole(600, 960)
  const waves = Array.from({ length: chance.whole(1, 3) }, () => chance.next() * days * 0.7)
  return Array.from({ length: units }, (_, unit) => {
    const day = firstDay + chance.pick(waves) + chance.next() * days * 0.3
    const area: Area = market === 'world' ? chance.pick(others) : home
    if (market !== 'city' && chance.happens(0.5)) return oneOwner(chance, area, Math.floor(day), unit)
    const buyer = newPhone(chance, area, { ...(market === 'city' ? { town } : {}), line: newLine(chance) })
    const again = chance.happens(0.3)
      ? look(chance, buyer, minuteIn(chance, Math.floor(day) + chance.whole(1, 40), 1), { unit })
      : []
    return [...look(chance, buyer, minuteIn(chance, Math.floor(day), 1), { unit }), ...again]
  }).flat()
}
