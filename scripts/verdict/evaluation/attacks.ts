import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { visitsOf } from '#scripts/verdict/history.ts'
import type { Look } from '#scripts/verdict/worlds/world.ts'
import { assess, type VerdictLevel } from '#shared/verdict/rules.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import { addVisit, emptyVisitLog } from '#shared/verdict/visits/visit-log.ts'

const dayMinutes = 1440
const start = 500 * dayMinutes + 600

export type Attack = { networks: number; pause: number }
/** Number of hostile looks after which the page shows a caution, and after which it shows a suspected copy; null: never. */
export type Price = { caution: number | null; suspected: number | null }

export const looksOfAttack = 200
export const attacks: readonly Attack[] = [1, dayMinutes].flatMap((pause) =>
  [1, 10, 100].map((networks) => ({ networks, pause })),
)

/**
 * Somebody wants the page of a genuine item to warn. Each look comes with another browser and version, from the networks in
 * turn, which are in many countries. The owner looked twice before.
 */
export function priceOf({ networks, pause }: Attack): Price {
  const chance = new SeededRandom(networks + pause)
  const places = Array.from({ length: networks }, () => ({
    lat: chance.between(-50, 60),
    lng: chance.between(-170, 170),
  }))
  const hostile = Array.from({ length: looksOfAttack }, (_, n) => ({
    ...ownersLook(start + 3 * dayMinutes + n * pause),
    address: `hostile ${n}`,
    network: `hostile ${n % networks}`,
    country: 'US',
    place: places[n % networks]!,
    browser: `browser ${n}`,
    version: n,
  }))
  const price: Price = { caution: null, suspected: null }
  let log = emptyVisitLog
  for (const [i, { visit }] of visitsOf(
    [ownersLook(start), ownersLook(start + 2 * dayMinutes), ...hostile],
    'attack',
  ).entries()) {
    log = addVisit(log, visit)
    const { level } = assess(log, {}, defaultSettings, visit.minute)
    if (warns(level)) price.caution ??= i - 1
    if (level === 'suspected_copy') price.suspected ??= i - 1
  }
  return price
}

const warns = (level: VerdictLevel): boolean => level === 'caution' || level === 'suspected_copy'

const ownersLook = (minute: number): Look => ({
  minute,
  address: 'home',
  network: 'home',
  country: 'DE',
  place: { lat: 52.5, lng: 13.4 },
  browser: 'iOS Safari',
  version: 9,
  shown: true,
  unit: 0,
})

/** Looks by which a seller of copies tries to hide them, beside the looks of the buyers. */
export const washings: Readonly<Record<string, (looks: readonly Look[]) => Look[]>> = {
  nothing: () => [],
  'one look a year before': (looks) => [sellersLook(looks, firstOf(looks) - 365 * dayMinutes, 0)],
  '60 looks in an hour before the sale': (looks) =>
    series(looks, { from: firstOf(looks) - dayMinutes, count: 60, pause: 1 }),
  'a look each day with the same phone': (looks) =>
    series(looks, { from: firstOf(looks) - 30 * dayMinutes, count: 210, pause: dayMinutes }),
  'every four hours with the commonest browsers': (looks) =>
    series(looks, { from: firstOf(looks) - 2 * dayMinutes, count: 400, pause: 240 }).map((look, n) => ({
      ...look,
      browser: [...new Set(looks.map(({ browser }) => browser))][n % 6] ?? look.browser,
    })),
  'each day from another network': (looks) =>
    series(looks, { from: firstOf(looks) - 30 * dayMinutes, count: 90, pause: dayMinutes }).map((look, n) => ({
      ...look,
      address: `seller ${n}`,
      network: `seller ${n}`,
    })),
}

const firstOf = (looks: readonly Look[]): number => Math.min(...looks.map(({ minute }) => minute))

const series = (
  looks: readonly Look[],
  { from, count, pause }: { from: number; count: number; pause: number },
): Look[] => Array.from({ length: count }, (_, n) => sellersLook(looks, from + n * pause, n))

/** The look of a seller at the place of the first buyer, as unit 0: it is none at another item. */
const sellersLook = ([first]: readonly Look[], minute: number, n: number): Look => ({
  ...first!,
  minute,
  address: `seller ${n % 3}`,
  network: 'seller',
  unit: 0,
})
