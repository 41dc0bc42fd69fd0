import { describe, expect, it } from 'vitest'
import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { fitLogistic } from './logistic.ts'

describe('the fit', () => {
  const chance = new SeededRandom(3)
  const examples = Array.from({ length: 600 }, (_, n) => {
    const isCopied = n % 2 === 0
    const [grows, falls] = [chance.next() + (isCopied ? 0.5 : 0), chance.next() - (isCopied ? 0.5 : 0)]
    return { terms: Float64Array.of(grows, falls, 7), isCopied, weight: 1 }
  })
  const { bias, weights } = fitLogistic(examples)

  it('gives no weight to a term that falls with copies, nor to one that never changes', () => {
    expect(weights[0]).toBeGreaterThan(1)
    expect(weights.slice(1)).toEqual([0, 0])
  })

  it('finds a score of 0 where both are equally likely', () => {
    expect(bias + weights[0]! * 0.75).toBeCloseTo(0, 0)
  })

  it('gives the same weights again', () => {
    expect(fitLogistic(examples)).toEqual({ bias, weights })
  })
})
