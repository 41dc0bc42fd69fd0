import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { type CalibrationStandard, calibrate } from '#shared/verdict/calibration/calibrate.ts'
import { largestAfter, type Measure, unitCounts, type Valued, warnedRate } from './detection.ts'
import type { Rate } from './interval.ts'
import type { SimulatedItem } from './sample.ts'

/** Orders of a SKU, over which its codes are spread equally. */
const orders = 5

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
    standard,
    isShared,
  }: {
    chance: SeededRandom
    skus: number
    codes: number
    copiedShare: number
    standard: CalibrationStandard
    isShared: boolean
  },
): SkuFigures {
  const draw = weightedDraw(honest)
  // Copied codes of a young SKU have been scanned at eight items so far.
  const young = copied.map((item) => largestAfter(item.steps, measure, unitCounts[1]))
  const older = copied.map((item) => ({ item, value: largestAfter(item.steps, measure, unitCounts[2]) }))
  const thresholds = Array.from({ length: skus }, () => {
    const sample = Array.from({ length: orders }, () => {
      const scores = Array.from({ length: codes / orders }, () =>
        chance.happens(copiedShare) ? chance.pick(young) : draw(chance),
      )
      return { codes: scores.length, scores: scores.filter(Number.isFinite), honest: [] }
    })
    return calibrate(sample, standard, isShared).threshold ?? standard.threshold
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
    detected: mean((threshold) => warnedRate(older, threshold)),
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
