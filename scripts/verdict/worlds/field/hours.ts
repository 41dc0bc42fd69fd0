import type { SeededRandom } from '#scripts/tool/seeded-random.ts'

const minutesOfDay = 1440

/** Weights of the hours of a day, for shoppers and for people at work. */
const hours = {
  leisure: [1, 0, 0, 0, 0, 0, 1, 2, 3, 4, 6, 7, 7, 6, 6, 6, 7, 8, 9, 10, 10, 8, 5, 3],
  work: [0, 0, 0, 0, 0, 1, 4, 8, 10, 10, 9, 8, 6, 8, 9, 8, 7, 4, 2, 1, 1, 1, 1, 0],
  ward: [3, 3, 3, 3, 3, 4, 7, 9, 9, 8, 7, 7, 7, 7, 7, 6, 6, 6, 6, 6, 5, 5, 4, 4],
} as const
export type Rhythm = keyof typeof hours

/** Weights of Monday to Sunday. */
const weekdays: Record<Rhythm, readonly number[]> = {
  leisure: [4, 4, 4, 4, 5, 9, 7],
  work: [6, 6, 6, 6, 5, 1, 0],
  ward: [5, 5, 5, 5, 5, 4, 4],
}

/** A minute within these days, at an hour and weekday at which such people look. */
export function minuteIn(chance: SeededRandom, fromDay: number, days: number, rhythm: Rhythm = 'leisure'): number {
  let day: number
  do day = Math.floor(fromDay + chance.next() * days)
  while (days >= 7 && !chance.happens(weekdays[rhythm][day % 7]! / 9))
  const hour = chance.weighted(hours[rhythm].map((weight, at) => [weight, at] as const))
  return day * minutesOfDay + hour * 60 + chance.between(0, 60)
}
