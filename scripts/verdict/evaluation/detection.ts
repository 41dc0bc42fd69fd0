import { type Rate, rateOf } from './interval.ts'
import type { SimulatedItem, Step } from './sample.ts'

/** A number that grows with the evidence for several items; -Infinity where it says nothing yet. */
export type Measure = (step: Step) => number

export const unitCounts = [5, 8, 12, 20] as const

/** A warning stays, so an item is warned about when the largest value of any of its looks reaches the threshold. */
export const largest = (steps: readonly Step[], measure: Measure): number =>
  steps.reduce((most, step) => Math.max(most, measure(step)), Number.NEGATIVE_INFINITY)

/** The largest value until this number of physical items were scanned. */
export const largestAfter = (steps: readonly Step[], measure: Measure, units: number): number =>
  largest(
    steps.filter((step) => step.units < units || (step.units === units && step.isNewUnit)),
    measure,
  )

export type Valued = { item: SimulatedItem; value: number }
export const valuesOf = (items: readonly SimulatedItem[], measure: Measure): Valued[] =>
  items.map((item) => ({ item, value: largest(item.steps, measure) }))

/** The smallest threshold with which at most this share of the items, by their weights, reach it. */
export function thresholdAt(values: readonly Valued[], share: number): number {
  const ranked = values.toSorted((a, b) => b.value - a.value)
  const allowed = share * ranked.reduce((sum, { item }) => sum + item.weight, 0)
  let [above, threshold] = [0, Number.POSITIVE_INFINITY]
  for (let i = 0; i < ranked.length; ) {
    const value = ranked[i]!.value
    let same = 0
    for (; i < ranked.length && ranked[i]!.value === value; i++) same += ranked[i]!.item.weight
    if (above + same > allowed + 1e-12) break
    above += same
    threshold = value
  }
  return threshold
}

export const warnedRate = (values: readonly Valued[], threshold: number): Rate =>
  rateOf(values.map(({ item, value }) => ({ weight: item.weight, holds: value >= threshold })))

/** Share of the copied labels that are noticed after each number of scanned items. */
export const detectionRates = (copied: readonly SimulatedItem[], measure: Measure, threshold: number): Rate[] =>
  unitCounts.map((units) =>
    rateOf(copied.map(({ weight, steps }) => ({ weight, holds: largestAfter(steps, measure, units) >= threshold }))),
  )

export type Judged = { warned: Rate; detected: Rate[]; threshold: number }

/**
 * The threshold is chosen on every second honest item and judged on the others, so that it is not judged where it was chosen.
 */
export function judge(
  { honest, copied }: { honest: SimulatedItem[]; copied: SimulatedItem[] },
  measure: Measure,
  share: number,
): Judged {
  const values = valuesOf(honest, measure)
  const threshold = thresholdAt(
    values.filter((_, i) => i % 2 === 0),
    share,
  )
  return {
    threshold,
    warned: warnedRate(
      values.filter((_, i) => i % 2 === 1),
      threshold,
    ),
    detected: detectionRates(copied, measure, threshold),
  }
}
