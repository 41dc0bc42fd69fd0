import { describe, expect, it } from 'vitest'
import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { calibrate } from '#shared/verdict/calibration/calibrate.ts'
import { calibrateSkus } from './calibration.ts'
import { detectionRates, judge, largestAfter, thresholdAt } from './detection.ts'
import { rateOf } from './interval.ts'
import { precisionAt } from './precision.ts'
import type { SimulatedItem, Step } from './sample.ts'

const step = (units: number, scans: number, isNewUnit = true): Step => ({
  units,
  scans,
  isNewUnit,
  visitorDays: scans,
  days: scans,
  kinds: 1,
  people: 1,
  terms: null,
})
const item = (weight: number, steps: Step[]): SimulatedItem => ({ kind: 'any', category: 'one_owner', weight, steps })
const scansOf = ({ scans }: Step) => scans

describe('the interval of a rate', () => {
  it('is that of Wilson', () => {
    const { low, high } = rateOf(Array.from({ length: 100 }, (_, n) => ({ weight: 1, holds: n < 10 })))
    expect([low, high].map((limit) => Math.round(limit * 10_000))).toEqual([552, 1744])
  })

  it('is wider when few items have most of the weight', () => {
    const trials = (weights: number[]) => weights.map((weight, n) => ({ weight, holds: n % 2 === 0 }))
    const even = rateOf(trials(Array.from({ length: 100 }, () => 1)))
    const uneven = rateOf(trials(Array.from({ length: 100 }, (_, n) => (n < 4 ? 50 : 1))))
    expect(even).toMatchObject({ rate: 0.5, of: 100 })
    expect(uneven.high - uneven.low).toBeGreaterThan(even.high - even.low)
  })
})

describe('the threshold for a share of warnings', () => {
  const values = [9, 8, 8, 5, 1].map((value) => ({ item: item(0.2, []), value }))

  it('warns about at most this share, and never about some of the items with an equal value', () => {
    expect(thresholdAt(values, 0.2)).toBe(9)
    expect(thresholdAt(values, 0.5)).toBe(9)
    expect(thresholdAt(values, 0.6)).toBe(8)
    expect(thresholdAt(values, 0.1)).toBe(Number.POSITIVE_INFINITY)
  })

  it('is judged on other items than those on which it is chosen', () => {
    const honest = [3, 9, 2, 9].map((scans) => item(1, [step(1, scans)]))
    expect(judge({ honest, copied: [item(1, [step(5, 4)])] }, scansOf, 0.5)).toMatchObject({
      threshold: 3,
      warned: { rate: 1 },
    })
  })
})

describe('the detection after a number of scanned items', () => {
  const steps = [step(1, 1), step(2, 2), step(5, 6), step(5, 9, false), step(6, 10)]

  it('includes the first look at the last of them, and no later one', () => {
    expect(largestAfter(steps, scansOf, 5)).toBe(6)
    expect(detectionRates([item(1, steps)], scansOf, 7).map(({ rate }) => rate)).toEqual([0, 1, 1, 1])
  })
})

it('calculates how often a warning is right', () => {
  const sure = (rate: number) => ({ rate, low: rate, high: rate, of: 1 })
  expect(precisionAt(1000, sure(0.001), sure(1)).rate).toBeCloseTo(0.5, 3)
})

it('judges a SKU by the threshold that the product sets from its codes', () => {
  const honest = [{ item: item(1, []), value: 3 }]
  const standard = { threshold: 5, usual: { all: 4.5 }, share: 0.005 }
  const thresholdOf = (codes: number) =>
    calibrateSkus(
      { honest, copied: [item(1, [step(20, 20)])], measure: scansOf },
      { chance: new SeededRandom(1), skus: 1, codes, copiedShare: 0, standard, isShared: false },
    ).threshold
  expect(thresholdOf(0)).toBe(5)
  const orders = Array.from({ length: 5 }, () => ({ codes: 100, scores: Array(100).fill(3), honest: [] }))
  expect(thresholdOf(500)).toBe(calibrate(orders, standard, false).threshold)
})
