import {
  detectionRates,
  type Measure,
  thresholdAt,
  unitCounts,
  type Valued,
  valuesOf,
  warnedRate,
} from '#scripts/verdict/evaluation/detection.ts'
import type { SimulatedItem, Step, WorldSample } from '#scripts/verdict/evaluation/sample.ts'
import { comparedShares, copyLikeScore, mostCopyLike, type UsualScores } from '#shared/verdict/calibration/calibrate.ts'
import { type Category, categories, type WarnedShare, warnedShares } from '#shared/verdict/settings.ts'

export type CategoryThresholds = Record<Category, Record<WarnedShare, number>>

/** Share of the items of a SKU that are used as the name of its category says. Assumption; the others have any use. */
const typical = 0.5

/** The items of a SKU of a category: for one owner all items of the world, since a shop shows some goods of any SKU. */
export function itemsOf(category: Category, honest: readonly SimulatedItem[]): SimulatedItem[] {
  const own = honest.filter((item) => item.category === category)
  if (category === 'one_owner' || own.length === 0) return [...honest]
  return [...weighted(honest, 1 - typical), ...weighted(own, typical)]
}

function weighted(items: readonly SimulatedItem[], share: number): SimulatedItem[] {
  const total = items.reduce((sum, { weight }) => sum + weight, 0)
  return items.map((item) => ({ ...item, weight: (share * item.weight) / total }))
}

/**
 * For each category and accepted share of warnings the threshold of the world in which most honest items look like copies. A
 * category of goods that several people use never has a lower threshold than one owner.
 */
export function categoryThresholds(samples: readonly WorldSample[], measure: Measure): CategoryThresholds {
  const entries = categories.map((category) => {
    const worlds = samples
      .flatMap(({ honest }) => [itemsOf('one_owner', honest), itemsOf(category, honest)])
      .map((items) => valuesOf(items, measure))
    const shares = warnedShares.map((share) => {
      const highest = Math.max(...worlds.map((values) => thresholdAt(values, Number(share))))
      return [share, rounded(highest)] as const
    })
    return [category, Object.fromEntries(shares)] as const
  })
  return Object.fromEntries(entries) as CategoryThresholds
}

/** For each category what honest items usually reach, in the world where they reach most: see `calibrate`. */
export function usualByCategory(
  samples: readonly WorldSample[],
  measure: Measure,
): Partial<Record<Category, UsualScores>> {
  const entries = categories.map((category) => {
    const worlds = samples
      .filter(({ honest }) => honest.some((item) => item.category === category))
      .map(({ honest }) => valuesOf(itemsOf(category, honest), measure))
    const highest = (quantile: (values: Valued[]) => number) => rounded(Math.max(...worlds.map(quantile)))
    const all = highest((values) => quantileOf(values, comparedShares.all))
    const rest = highest((values) => quantileOf(withoutCopyLike(values), comparedShares.rest))
    const isRare = worlds.every((values) => warnedRate(values, copyLikeScore).rate <= mostCopyLike)
    return [category, { all, ...(isRare && { rest }) }] as const
  })
  return Object.fromEntries(entries.filter(([, { all }]) => Number.isFinite(all)))
}

const withoutCopyLike = (values: readonly Valued[]): Valued[] => values.filter(({ value }) => value < copyLikeScore)

/** The largest value that more than this share of the items, by their weights, reaches. */
function quantileOf(values: readonly Valued[], share: number): number {
  let left = share * values.reduce((sum, { item }) => sum + item.weight, 0)
  for (const { value, item } of values.toSorted((a, b) => b.value - a.value)) {
    left -= item.weight
    if (left < 0) return value
  }
  return Number.NEGATIVE_INFINITY
}

/** The share of copied labels after which a brand may say that they are noticed. */
const noticed = 0.9

/** For each threshold the number of scanned items after which nine in ten copied labels are noticed, in the worst world. */
export function pricesOf(
  samples: readonly WorldSample[],
  measure: Measure,
  { thresholds, most }: { thresholds: CategoryThresholds; most: number },
): Record<Category, Partial<Record<WarnedShare, number>>> {
  const worlds = samples.map(({ copied }) => copied.map(({ steps }) => valuesByUnits(steps, measure)))
  const isNoticed = (threshold: number, units: number) =>
    worlds.every((labels) => labels.filter((values) => values[units]! >= threshold).length >= noticed * labels.length)
  const unitsOf = (threshold: number) => {
    for (let units = 1; units <= most; units++) if (isNoticed(threshold, units)) return units
    return undefined
  }
  const entries = categories.map((category) => {
    const prices = warnedShares.map((share) => [share, unitsOf(thresholds[category][share])] as const)
    return [category, Object.fromEntries(prices.filter(([, units]) => units !== undefined))] as const
  })
  return Object.fromEntries(entries) as Record<Category, Partial<Record<WarnedShare, number>>>
}

/** The largest value until each number of scanned items: `largestAfter` for all numbers. */
function valuesByUnits(steps: readonly Step[], measure: Measure): number[] {
  const values: number[] = []
  let most = Number.NEGATIVE_INFINITY
  for (const step of steps) {
    most = Math.max(most, measure(step))
    if (step.isNewUnit) values[step.units] = most
  }
  return values
}

/** Upwards, so that the share stays below what was accepted. */
const rounded = (value: number): number => Math.ceil(value * 100) / 100

const copiedOf = 1000

/**
 * The smallest threshold from which on at least half of the items are copied if one label of 1,000 is: in each world, with
 * the limits of the intervals that are worse. Null where honest items reach every score that copies have.
 */
export function redThresholdOf(samples: readonly WorldSample[], measure: Measure): number | null {
  const worlds = samples.map(({ honest, copied }) => ({ values: valuesOf(honest, measure), copied }))
  const candidates = [...new Set(worlds.flatMap(({ values }) => values.map(({ value }) => Math.ceil(value * 4) / 4)))]
  const isRight = (threshold: number) =>
    worlds.every(({ values, copied }) => {
      const detected = detectionRates(copied, measure, threshold)[unitCounts.length - 1]!.low
      return detected >= warnedRate(values as Valued[], threshold).high * (copiedOf - 1)
    })
  return (
    candidates
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b)
      .find(isRight) ?? null
  )
}
