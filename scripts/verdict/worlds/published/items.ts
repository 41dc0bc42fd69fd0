import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import type { Look, World } from '#scripts/verdict/worlds/world.ts'
import { handedOn, resold } from './figures.ts'
import { day, householdOf, lookOf, type PhoneOwner, personOf, townOf } from './people.ts'
import type { Town } from './towns.ts'

const start = (chance: SeededRandom) => day * chance.between(500, 900)
/** Interest fades: half of the later looks are in the first tenth of the time. */
const fading = (chance: SeededRandom, days: number) => day * days * chance.next() ** 3.3

/** The looks of those who have the item, over the time for which they have it. */
export function owned(
  chance: SeededRandom,
  people: readonly PhoneOwner[],
  { from, days, mean, unit = 0 }: { from: number; days: number; mean: number; unit?: number },
): Look[] {
  const looks = lookOf(chance, people[0]!, from, { at: chance.happens(0.6) ? 'home' : 'out', unit })
  for (let more = chance.several(mean, 40) - 1; more > 0; more--) {
    const who = chance.happens(0.6) ? people[0]! : chance.pick(people)
    looks.push(...lookOf(chance, who, from + fading(chance, days), { at: chance.happens(0.7) ? 'home' : 'out', unit }))
  }
  return looks
}

const alone = (chance: SeededRandom) => [personOf(chance, townOf(chance))]
const strangers = (chance: SeededRandom, count: number, town: Town) =>
  Array.from({ length: count }, () => personOf(chance, town))

function shelf(chance: SeededRandom): Look[] {
  const town = townOf(chance)
  const from = start(chance)
  const days = chance.between(3, 60)
  const before = strangers(chance, chance.several(1.8, 7), town).flatMap((who) =>
    lookOf(chance, who, from + chance.next() * days * day, { at: 'out' }),
  )
  return [...before, ...owned(chance, householdOf(chance, town), { from: from + days * day, days: 200, mean: 1.6 })]
}

/** Owners one after the other, each with an own household. */
function chain(chance: SeededRandom, owners: number, near: number): Look[] {
  let from = start(chance)
  let town = townOf(chance)
  const looks: Look[] = []
  for (let n = 0; n < owners; n++) {
    const days = chance.between(10, 250)
    looks.push(...owned(chance, householdOf(chance, town), { from, days, mean: 1.8 }))
    from += days * day
    if (!chance.happens(near)) town = townOf(chance, town.country)
  }
  return looks
}

/** A used item is looked at by people who come to buy, before one of them does. */
function used(chance: SeededRandom): Look[] {
  const sold = chain(chance, chance.happens(0.85) ? 2 : 3, 0.6)
  const latest = Math.max(...sold.map(({ minute }) => minute))
  const town = townOf(chance)
  return [
    ...sold,
    ...strangers(chance, chance.whole(0, 2), town).flatMap((who) =>
      lookOf(chance, who, latest + chance.next() * 14 * day, { at: 'out' }),
    ),
  ]
}

function journey(chance: SeededRandom): Look[] {
  const people = householdOf(chance, townOf(chance)).slice(0, 2)
  const looks = owned(chance, people, { from: start(chance), days: 100, mean: 2 })
  let minute = looks[0]!.minute
  for (let stop = chance.several(1.8, 5); stop > 0; stop--) {
    minute += chance.between(1, 12) * day
    looks.push(...lookOf(chance, chance.pick(people), minute, { at: 'out', town: townOf(chance) }))
  }
  return looks
}

function workplace(chance: SeededRandom): Look[] {
  const town = townOf(chance)
  const office = personOf(chance, town).home
  const staff = Array.from({ length: chance.whole(4, 25) }, () => personOf(chance, town, office))
  const from = start(chance)
  const days = chance.between(5, 120)
  return Array.from({ length: chance.several(7, 60) }, () =>
    lookOf(chance, chance.pick(staff), from + chance.next() * days * day, { at: 'home' }),
  ).flat()
}

function shown(chance: SeededRandom): Look[] {
  const town = townOf(chance)
  const from = start(chance)
  const days = chance.between(20, 200)
  return strangers(chance, chance.several(25, 80), town).flatMap((who) =>
    lookOf(chance, who, from + chance.next() * days * day, { at: 'out' }),
  )
}

/** A photograph of the label, or a link, reaches people in the whole country within days. */
function spread(chance: SeededRandom, mean: number, days: number): Look[] {
  const town = townOf(chance)
  const from = start(chance)
  const others = Array.from({ length: chance.several(mean, 40) }, () => personOf(chance, townOf(chance, town.country)))
  return [
    ...owned(chance, householdOf(chance, town), { from, days: 60, mean: 1.8 }),
    ...others.flatMap((who) => lookOf(chance, who, from + chance.next() * days * day, { at: 'home' })),
  ]
}

/**
 * How often an item is looked at is not published: all shares are assumptions, except those that are named in figures.ts.
 * Half of those who hand an item on, and half of those who get it, look at its code (assumption).
 */
export const honest: World['honest'] = {
  'looked at once': { share: 0.555, item: (chance) => lookOf(chance, alone(chance)[0]!, start(chance), { at: 'out' }) },
  'one owner': {
    share: 0.17,
    item: (chance) => owned(chance, alone(chance), { from: start(chance), days: 300, mean: 3 }),
  },
  household: {
    share: 0.13,
    item: (chance) => owned(chance, householdOf(chance, townOf(chance)), { from: start(chance), days: 300, mean: 4 }),
  },
  shelf: { share: 0.06, item: shelf },
  'handed on as a gift': { share: handedOn / 2, item: (chance) => chain(chance, 2, 0.5) },
  'sold again': { share: resold / 2, category: 'resale', item: used },
  journey: { share: 0.02, item: journey },
  workplace: { share: 0.003, category: 'consumable', item: workplace },
  'display piece': { share: 0.002, category: 'display', item: shown },
  'link in a chat': { share: 0.004, item: (chance) => spread(chance, 5, 4) },
  'label photographed in an offer': { share: 0.001, item: (chance) => spread(chance, 9, 21) },
}
