import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { detectionRates, largestAfter, type Measure, unitCounts, type Valued, warnedRate } from './detection.ts'
import { type Rate, wilson } from './interval.ts'
import type { SimulatedItem } from './sample.ts'

/** Number of codes that the default of a category counts as. */
const shrinkage = 300
/** The threshold rises only when clearly more than this share of at least so many codes is above the default. */
const raise = { share: 0.04, codes: 300 }
/** By how much the brand's own items may change the default, in either direction. */
const mostChange = Math.log(20)

/**
 * The threshold of a SKU from the scores of its scanned codes. It falls freely: nobody can hide copies so. It rises only when a
 * person says that many people look at these items, because copies would raise it, too.
 */
export function calibratedThreshold(
  scores: readonly number[],
  { standard, share, isShared }: { standard: number; share: number; isShared: boolean },
): number {
  const ranked = scores.toSorted((a, b) => b - a)
  const quantile = ranked[Math.floor(share * ranked.length)] ?? standard
  const above = scores.filter((score) => score >= standard).length / Math.max(1, scores.length)
  const mayRise = isShared && scores.length >= raise.codes && wilson(above, scores.length).low > raise.share
  const bounded = Math.max(standard - mostChange, Math.min(quantile, mayRise ? standard + mostChange : standard))
  return (scores.length * bounded + shrinkage * standard) / (scores.length + shrinkage)
}

export type SkuFigures = { threshold: number; warned: Rate; detected: Rate }

/**
 * SKUs of `codes` scanned codes, a share of them copied from the first week: their thresholds, with the honest items that they
 * warn about and the copies that they notice after 12 scanned items (means over the SKUs).
 */
export function calibrateSkus(
  { honest, copied, measure }: { honest: readonly Valued[]; copied: readonly SimulatedItem[]; measure: Measure },
  {
    chance,
    skus,
    codes,
    copiedShare,
    ...settings
  }: {
    chance: SeededRandom
    skus: number
    codes: number
    copiedShare: number
    standard: number
    share: number
    isShared: boolean
  },
): SkuFigures {
  const draw = weightedDraw(honest)
  // Copied codes of a young SKU have been scanned at eight items so far.
  const young = copied.map((item) => largestAfter(item.steps, measure, unitCounts[1]))
  const thresholds = Array.from({ length: skus }, () => {
    const scores = Array.from({ length: codes }, () =>
      chance.happens(copiedShare) ? chance.pick(young) : draw(chance),
    )
    return calibratedThreshold(scores, settings)
  })
  const mean = (of: (threshold: number) => Rate): Rate => {
    const rates = thresholds.map(of)
    const average = (of: (rate: Rate) => number) => rates.reduce((sum, rate) => sum + of(rate), 0) / rates.length
    return {
      rate: average(({ rate }) => rate),
      low: average(({ low }) => low),
      high: average(({ high }) => high),
      of: rates[0]!.of,
    }
  }
  return {
    threshold: thresholds.reduce((sum, one) => sum + one, 0) / skus,
    warned: mean((threshold) => warnedRate(honest, threshold)),
    detected: mean((threshold) => detectionRates(copied, measure, threshold)[2]!),
  }
}

function weightedDraw(values: readonly Valued[]): (chance: SeededRandom) => number {
  let sum = 0
  const ends = values.map(({ item }) => {
    sum += item.weight
    return sum
  })
  return (chance) => {
    const target = chance.next() * sum
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! > target) high = middle
      else low = middle + 1
    }
    return values[low]!.value
  }
}
