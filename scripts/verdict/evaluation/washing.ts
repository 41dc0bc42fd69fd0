import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import type { World } from '#scripts/verdict/worlds/world.ts'
import { washings } from './attacks.ts'
import { largestAfter, type Measure } from './detection.ts'
import { type Rate, rateOf } from './interval.ts'
import { mixes, stepsOf } from './sample.ts'

/** Share of the copied labels that are noticed after 20 scanned items although the seller washes. */
export function washedRates(
  worlds: readonly World[],
  { measure, threshold, labels }: { measure: Measure; threshold: number; labels: number },
): Record<string, Rate> {
  const trials = Object.fromEntries(
    Object.keys(washings).map((name) => [name, [] as { weight: number; holds: boolean }[]]),
  )
  for (const world of worlds) {
    const chance = new SeededRandom(77)
    for (let n = 0; n < labels; n++) {
      const looks = world.copies(chance, { ...mixes[n % mixes.length]!, units: 20 })
      for (const [name, wash] of Object.entries(washings)) {
        const steps = stepsOf([...looks, ...wash(looks)], `${n}`)
        const holds = largestAfter(steps, measure, 20) >= threshold
        trials[name]!.push({ weight: 1, holds })
      }
    }
  }
  return Object.fromEntries(Object.entries(trials).map(([name, of]) => [name, rateOf(of)]))
}
