import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import type { Look } from '#scripts/verdict/worlds/world.ts'
import {
  browsers,
  countryFigures,
  householdSizes,
  largeHouseholdSizes,
  relay,
  sharedMobile,
  vpnOn,
  vpnUsers,
} from './figures.ts'
import { placeOfNetwork } from './places.ts'
import { type Town, towns } from './towns.ts'

export const day = 1440

export function townOf(
  chance: SeededRandom,
  country = chance.weighted(countryFigures.map((one) => [one.weight, one] as const)),
) {
  return chance.weighted(towns.filter((town) => town.country === country).map((town) => [town.millions, town] as const))
}

type Home = { town: Town; line: number; changes: boolean; six: boolean }

export type PhoneOwner = {
  home: Home
  id: number
  browser: string
  ios: boolean
  carrier: number
  vpn: boolean
  relay: boolean
  /** Weeks for which the browser is behind; null if it is never updated. */
  behind: number | null
}

const homeOf = (chance: SeededRandom, town: Town): Home => ({
  town,
  line: chance.whole(0, 1_000_000),
  changes: chance.happens(town.country.daily ?? 0.03),
  six: chance.happens(town.country.ipv6),
})

export function personOf(chance: SeededRandom, town: Town, home = homeOf(chance, town)): PhoneOwner {
  const ios = chance.happens(town.country.ios)
  const [name, models] = chance.weighted(
    (ios ? browsers.ios : browsers.android).map(
      ([weight, browser, count]) => [weight, [browser, count] as const] as const,
    ),
  )
  return {
    home,
    id: chance.whole(0, 1e9),
    ios,
    browser: models > 1 ? `${name} model ${Math.floor(models * chance.next() ** 2)}` : name,
    // Three or four carriers share most countries. Assumption: 40, 35 and 25 %.
    carrier: chance.weighted([
      [40, 0],
      [35, 1],
      [25, 2],
    ]),
    vpn: chance.happens(vpnUsers),
    relay: ios && chance.happens(relay),
    behind: chance.happens(0.05) ? null : chance.several(1.6, 8) - 1,
  }
}

export function householdOf(chance: SeededRandom, town: Town): PhoneOwner[] {
  const home = homeOf(chance, town)
  const size = chance.weighted<number>(town.country.large ? largeHouseholdSizes : householdSizes)
  // Assumption: children of a household of four and more have no phone, or do not look.
  return Array.from({ length: Math.min(size, 4) }, () => personOf(chance, town, home))
}

/** Where a person looks: at home mostly over Wi-Fi, in a shop and elsewhere over the mobile network (assumption). */
export type Whereabouts = { at: 'home' | 'out'; town?: Town; unit?: number }

/** A look of a person, often with a second one within minutes. */
export function lookOf(
  chance: SeededRandom,
  person: PhoneOwner,
  minute: number,
  { at, town, unit = 0 }: Whereabouts,
): Look[] {
  const where = town ?? person.home.town
  const wifi = at === 'home' && where === person.home.town && chance.happens(0.75)
  const version =
    person.behind === null ? person.id % 20 : Math.floor(minute / (day * (person.ios ? 49 : 28))) - person.behind
  const connection = connectionOf(chance, person, where, { wifi, minute })
  const look: Look = {
    minute: Math.floor(minute),
    ...connection,
    browser: person.browser,
    version,
    shown: chance.happens(0.97),
    unit,
  }
  if (!chance.happens(0.25)) return [look]
  return [look, { ...look, minute: look.minute + chance.whole(1, 12) }]
}

function connectionOf(
  chance: SeededRandom,
  person: PhoneOwner,
  town: Town,
  { wifi, minute }: { wifi: boolean; minute: number },
) {
  const number = towns.indexOf(town)
  if (person.vpn && chance.happens(vpnOn)) {
    const exit = chance.pick(towns)
    return {
      ...placeOfNetwork(`vpn ${towns.indexOf(exit)} ${chance.whole(0, 9)}`, exit, 'vpn'),
      address: `vpn ${chance.next()}`,
    }
  }
  if (person.relay) {
    const network = `relay ${number} ${chance.whole(0, 5)}`
    return { ...placeOfNetwork(network, town, 'fixed'), address: `${network} ${chance.whole(0, 40)}` }
  }
  if (wifi) {
    const line = person.home.changes ? person.home.line + 7919 * Math.floor(minute / day) : person.home.line
    // A /48 holds 256 delegated /56; a /24 holds 256 lines.
    const network = `${person.home.six ? 'six' : 'line'} ${number} ${line % 400}`
    return { ...placeOfNetwork(network, town, 'fixed'), address: `${network} ${line}` }
  }
  const shared = chance.happens(sharedMobile)
  const network = `mobile ${number} ${person.carrier} ${shared ? chance.whole(0, 7) : person.id % 60}`
  return {
    ...placeOfNetwork(network, town, 'mobile'),
    address: `${network} ${shared ? chance.whole(0, 120) : person.id}`,
  }
}
