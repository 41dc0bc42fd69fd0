import { describe, expect, it } from 'vitest'
import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { worlds } from './all.ts'

describe.each(worlds)('the world $name', (world) => {
  it('has kinds of honest items whose shares sum to 1, and names its sources', () => {
    const total = Object.values(world.honest).reduce((sum, { share }) => sum + share, 0)
    expect(total).toBeCloseTo(1, 6)
    expect(world.sources).not.toEqual([])
  })

  it('makes looks of one item for each honest kind', () => {
    for (const { item } of Object.values(world.honest)) {
      const looks = item(new SeededRandom(5))
      expect(looks.length).toBeGreaterThan(0)
      expect(new Set(looks.map(({ unit }) => unit))).toEqual(new Set([0]))
    }
  })

  it('makes looks at each of several copies, near the time for which they are sold', () => {
    const looks = world.copies(new SeededRandom(5), { units: 12, market: 'world', days: 14 })
    expect(new Set(looks.map(({ unit }) => unit)).size).toBe(12)
    const firsts = Array.from({ length: 12 }, (_, unit) =>
      Math.min(...looks.filter((look) => look.unit === unit).map(({ minute }) => minute)),
    )
    expect(Math.max(...firsts) - Math.min(...firsts)).toBeLessThan(16 * 1440)
  })

  it('gives an address the same place at each look', () => {
    const looks = Array.from({ length: 30 }, (_, seed) =>
      world.copies(new SeededRandom(seed), { units: 10, market: 'city', days: 60 }),
    ).flat()
    for (const sameAddress of Map.groupBy(looks, ({ address }) => address).values()) {
      expect(new Set(sameAddress.map(({ country, place }) => JSON.stringify([country, place]))).size).toBe(1)
    }
  })
})
