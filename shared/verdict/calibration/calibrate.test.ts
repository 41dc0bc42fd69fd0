import { describe, expect, it } from 'vitest'
import { calibrate, type OrderScores } from './calibrate.ts'
import { wilsonInterval } from './wilson-interval.ts'

/** Score by rank from the least looked at code (0) to the most looked at one (1); below the first point a code has no score. */
type Distribution = readonly (readonly [rank: number, score: number])[]

/** One owner, in a world where most honest items look like copies. Its default warns about 0.5 %. */
const usualItems: Distribution = [
  [0.6, -7],
  [0.8, -3.6],
  [0.9, -1.6],
  [0.95, 0.3],
  [0.98, 2.2],
  [0.99, 3.2],
  [0.995, 4.05],
  [1, 7.3],
]
const standard = { threshold: 4.07, usual: { all: -1.6, rest: -3.6 }, share: 0.005 }
/** Items that few people look at. */
const quietItems: Distribution = usualItems.map(([rank, score]) => [rank, score - 2.5])
/** Items in shops, of which about a fifth is above the default for one owner. */
const shownItems: Distribution = [
  [0.4, -3],
  [0.7, 2.5],
  [0.8, 4.1],
  [0.9, 6.5],
  [1, 11],
]
/** Labels of which eight copies were scanned by now, of which many were, and of which twelve were. */
const youngCopies: Distribution = [
  [0, 0.6],
  [0.5, 2.4],
  [1, 4],
]
const oldCopies: Distribution = [
  [0, 2.5],
  [0.05, 4.1],
  [0.4, 7],
  [1, 12],
]
const twelveCopies: Distribution = [
  [0, 0.8],
  [0.05, 2],
  [0.17, 3],
  [0.42, 4.07],
  [0.75, 5],
  [1, 7],
]

function scoreAt(distribution: Distribution, rank: number): number | undefined {
  const next = distribution.findIndex(([end]) => end >= rank)
  if (next <= 0) return rank === distribution[0]![0] ? distribution[0]![1] : undefined
  const [[start, low], [end, high]] = [distribution[next - 1]!, distribution[next]!]
  return low + ((rank - start) / (end - start)) * (high - low)
}

/** Scores at evenly spread ranks. */
const scores = (distribution: Distribution, codes: number): number[] =>
  Array.from({ length: codes }, (_, n) => scoreAt(distribution, (n + 0.5) / codes)).filter(
    (score) => score !== undefined,
  )

/** A SKU whose codes are spread evenly over ten orders. */
function sku(distribution: Distribution, codes: number, copied = 0, of = oldCopies): OrderScores[] {
  const copies = Math.round(codes * copied)
  const all = [...scores(distribution, codes - copies), ...scores(of, copies)]
  return Array.from({ length: 10 }, (_, order) => ({
    codes: codes / 10,
    scores: all.filter((_, n) => n % 10 === order),
    honest: [],
  }))
}

const thresholdOf = (orders: OrderScores[], isShared = false) =>
  calibrate(orders, standard, isShared).threshold ?? standard.threshold
const shareFrom = (distribution: Distribution, threshold: number) =>
  scores(distribution, 1000).filter((score) => score >= threshold).length / 1000
const detected = (orders: OrderScores[]) => shareFrom(twelveCopies, thresholdOf(orders))

describe('the threshold of a SKU', () => {
  it('is the default without codes, and stays close to it with a few', () => {
    expect(calibrate([], standard, false)).toEqual({ codes: 0, above: 0, asks: false, threshold: null, shift: 'usual' })
    expect(thresholdOf(sku(quietItems, 10))).toBeGreaterThan(standard.threshold - 0.2)
  })

  it('does not change where items are looked at as usual', () => {
    expect(Math.abs(thresholdOf(sku(usualItems, 500)) - standard.threshold)).toBeLessThan(0.1)
  })

  it('falls where items are looked at less, so that copies are noticed earlier', () => {
    const found = calibrate(sku(quietItems, 500), standard, false)
    expect(found.shift).toBe('earlier')
    expect(shareFrom(twelveCopies, found.threshold!)).toBeGreaterThan(shareFrom(twelveCopies, standard.threshold) + 0.2)
    expect(shareFrom(quietItems, found.threshold!)).toBeLessThanOrEqual(0.005)
  })

  it('falls at most by a factor of twenty', () => {
    const never = [{ codes: 1_000_000, scores: [], honest: [] }]
    expect(thresholdOf(never)).toBeCloseTo(standard.threshold - Math.log(20), 2)
  })

  it.each([0.01, 0.05])('notices as many copies when %f of the codes were copied from the first week', (copied) => {
    for (const items of [quietItems, usualItems])
      expect(detected(sku(items, 500, copied))).toBeGreaterThan(detected(sku(items, 500)) - 0.1)
  })

  it('falls nearly as much when a code in twenty was copied a few times, too few for a warning', () => {
    expect(detected(sku(quietItems, 500, 0.05, youngCopies))).toBeGreaterThan(detected(sku(quietItems, 500)) - 0.1)
  })

  it('does not fall because codes that look like copies are left out, if these are more than a tenth', () => {
    const many = sku(quietItems, 500, 0.2, youngCopies)
    expect(thresholdOf(many)).toBe(standard.threshold)
  })

  it('does not exceed the default when a fifth of the codes is copied', () => {
    for (const items of [quietItems, usualItems])
      expect(thresholdOf(sku(items, 500, 0.2))).toBeLessThanOrEqual(standard.threshold)
  })

  it('keeps all but the accepted share of the codes that were closed as honest below it', () => {
    const orders = sku(quietItems, 500)
    const [first, ...others] = orders
    const decided = [{ ...first!, honest: [3.8, 3.9, 4, 4.1, 4.2] }, ...others]
    expect(thresholdOf(decided)).toBeGreaterThan(thresholdOf(orders) + 0.5)
    expect(thresholdOf(decided)).toBeLessThanOrEqual(standard.threshold)
  })
})

describe('a threshold above the default', () => {
  it('needs clearly more than 4 % of 300 codes above the default, and the word of a person', () => {
    const shown = sku(shownItems, 500)
    expect(calibrate(shown, standard, false)).toMatchObject({ asks: true, threshold: null })
    const raised = calibrate(shown, standard, true)
    expect(raised).toMatchObject({ asks: true, shift: 'later' })
    expect(raised.threshold).toBeGreaterThan(standard.threshold)
    expect(raised.threshold).toBeLessThanOrEqual(standard.threshold + Math.log(20))
    expect(calibrate(sku(shownItems, 290), standard, true)).toMatchObject({ asks: false, threshold: null })
    expect(calibrate(sku(usualItems, 500, 0.04), standard, true).asks).toBe(false)
  })

  it('is never caused by one order', () => {
    const [, ...others] = sku(usualItems, 1000)
    const displayed = { codes: 500, scores: scores(shownItems, 500), honest: [] }
    expect(calibrate([displayed, ...others], standard, true).asks).toBe(false)
    expect(calibrate([displayed], standard, true).asks).toBe(false)
    expect(calibrate([displayed, displayed, ...others], standard, true).asks).toBe(true)
  })
})

describe('the interval of a share', () => {
  it('is that of Wilson', () => {
    const { low, high } = wilsonInterval(12, 40)
    expect([low, high].map((limit) => Math.round(100 * limit))).toEqual([18, 45])
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
    expect(wilsonInterval(10, 10).high).toBe(1)
  })
})
