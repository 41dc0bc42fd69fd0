import { expect, test } from 'vitest'
import { heatIntervals, heatLevel } from './heat-levels.ts'

test('divides the counts of the heat map into four intervals that meet without a gap [IN03]', () => {
  for (const max of [4, 5, 7, 10, 99, 100, 12_345]) {
    const all = heatIntervals(max)
    expect(all.length, `${max}`).toBeLessThanOrEqual(4)
    expect([all[0]!.from, all.at(-1)!.to]).toEqual([1, max])
    for (const [index, { from, to }] of all.entries()) {
      expect(to).toBeGreaterThanOrEqual(from)
      if (index > 0) expect(from).toBe(all[index - 1]!.to + 1)
      expect([heatLevel(from, max), heatLevel(to, max)]).toEqual([index + 1, index + 1])
    }
  }
  expect(heatIntervals(100)).toHaveLength(4)
})

test('gives one scan the first interval, and an hour without scans none [IN03]', () => {
  expect(heatIntervals(1)).toEqual([{ from: 1, to: 1 }])
  expect([heatLevel(1, 1), heatLevel(0, 1), heatLevel(0, 0)]).toEqual([1, 0, 0])
  expect(heatIntervals(0)).toEqual([])
})
