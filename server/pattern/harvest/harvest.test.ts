import { describe, expect, it } from 'vitest'
import { type BlockCounts, findHarvests, type Harvest, harvestThreshold, mergeWindows } from './harvest.ts'

const none = { codes: 0, scanned: 0, again: 0 }
const threshold = harvestThreshold(3_000)
/** An order of 3,000 codes; `changed` replaces the counts of some blocks. */
const order = (
  usual: Omit<BlockCounts, 'block'>,
  changed: Record<number, Omit<BlockCounts, 'block'>> = {},
): BlockCounts[] => Array.from({ length: 60 }, (_, block) => ({ block, ...(changed[block] ?? usual) }))
const find = (blocks: BlockCounts[], others = none) => findHarvests(3_000, blocks, others, threshold)

describe('findHarvests', () => {
  it('finds a part that was scanned three times as much as the rest', () => {
    const hot = { scanned: 15, again: 1 }
    const [found, ...more] = find(order({ scanned: 5, again: 0 }, { 20: hot, 21: hot, 22: hot, 23: hot }))
    expect(more).toEqual([])
    expect(found).toMatchObject({ sign: 'scanned', found: 60, firstSerial: expect.any(Number) })
    expect(found!.firstSerial).toBeLessThanOrEqual(1_001)
    expect(found!.lastSerial).toBeGreaterThanOrEqual(1_200)
  })

  it('finds a part whose codes come back on other phones, though no more of them are scanned', () => {
    const hot = { scanned: 25, again: 15 }
    const found = find(order({ scanned: 25, again: 3 }, { 20: hot, 21: hot, 22: hot }))
    expect(found).toMatchObject([{ sign: 'again' }])
  })

  it('finds nothing when all parts are alike, and nothing while most of them have no scan', () => {
    expect(find(order({ scanned: 20, again: 4 }))).toEqual([])
    const sold = { scanned: 30, again: 6 }
    expect(find(order({ scanned: 0, again: 0 }, { 0: sold, 1: sold, 2: sold, 3: sold }))).toEqual([])
  })

  it('finds nothing when parts differ as much as the one that has most', () => {
    const blocks = Array.from({ length: 60 }, (_, block) => ({
      block,
      scanned: [4, 9, 15, 22, 30][Math.floor(block / 4) % 5]!,
      again: 0,
    }))
    expect(find(blocks)).toEqual([])
  })

  it('compares an order of one window with the other orders of its SKU, by returning codes only', () => {
    const small = [{ block: 0, scanned: 40, again: 25 }]
    expect(findHarvests(50, small, { codes: 2_000, scanned: 500, again: 40 }, threshold)).toMatchObject([
      { sign: 'again' },
    ])
    expect(findHarvests(50, small, none, threshold)).toEqual([])
    expect(
      findHarvests(50, [{ block: 0, scanned: 50, again: 0 }], { codes: 2_000, scanned: 100, again: 0 }, threshold),
    ).toEqual([])
  })

  it('never finds less when more codes of a window are scanned', () => {
    const strengthOf = (scanned: number) =>
      find(order({ scanned: 5, again: 0 }, { 30: { scanned, again: 0 } }))[0]?.strength ?? 0
    const strengths = Array.from({ length: 46 }, (_, n) => strengthOf(5 + n))
    expect(strengths).toEqual(strengths.toSorted((one, other) => one - other))
    expect(strengths.at(-1)).toBeGreaterThan(threshold)
  })

  it('asks for more evidence when a merchant has more codes', () => {
    expect(harvestThreshold(10_000_000)).toBeCloseTo(Math.log(8 * 200_000 * 10))
  })
})

describe('mergeWindows', () => {
  const harvest = (firstSerial: number, lastSerial: number, strength: number): Harvest => ({
    ...{ firstSerial, lastSerial, strength, sign: 'scanned', found: strength, expected: 1 },
  })
  it('joins windows that overlap and keeps the numbers of the strongest', () => {
    expect(mergeWindows([harvest(101, 300, 20), harvest(1, 150, 30), harvest(501, 550, 10)])).toEqual([
      { ...harvest(1, 300, 30), found: 30 },
      harvest(501, 550, 10),
    ])
  })
})
