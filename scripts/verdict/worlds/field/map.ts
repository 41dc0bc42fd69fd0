import { SeededRandom } from '#scripts/tool/seeded-random.ts'

export type Spot = { lat: number; lng: number }
export type Area = { country: string; centre: Spot; towns: readonly Spot[] }

/** Rectangles in which the towns of a country are. The first town is by far the largest, as in most countries. */
const frames = [
  ['NL', 51.3, 4.2, 53.2, 6.8],
  ['SE', 55.6, 12, 63.5, 18],
  ['PT', 37.1, -9, 41.8, -7],
  ['CZ', 49, 13, 50.6, 18],
  ['CA', 43, -123, 50, -64],
  ['KR', 35, 126.5, 37.6, 129.3],
  ['ZA', -34, 18.4, -25.7, 31],
  ['CL', -41.5, -73.1, -20.2, -70],
  ['VN', 8.8, 104.9, 21.9, 108.8],
  ['EG', 24, 29.9, 31.3, 33],
] as const

const townsOfCountry = 24

export const areas: readonly Area[] = frames.map(([country, south, west, north, east], n) => {
  const chance = new SeededRandom(31 + n)
  const towns = Array.from({ length: townsOfCountry }, () => ({
    lat: chance.between(south, north),
    lng: chance.between(west, east),
  }))
  return { country, centre: towns[0]!, towns }
})

/** Sizes of towns fall with their rank (Zipf). */
export function townIn(chance: SeededRandom, { towns }: Area): Spot {
  return chance.weighted(towns.map((town, rank) => [1 / (rank + 1), town] as const))
}

export const areaOf = (chance: SeededRandom): Area => chance.pick(areas)

export function nudge(chance: SeededRandom, { lat, lng }: Spot, km: number): Spot {
  return { lat: lat + chance.between(-km, km) / 111, lng: lng + chance.between(-km, km) / 80 }
}
