import { describe, expect, it } from 'vitest'
import { levelWidths, pathOffsets, treeBytes } from './merkle.ts'

describe('tree shape', () => {
  it('halves the width of every level, rounding up', () => {
    expect(levelWidths(1)).toEqual([1])
    expect(levelWidths(7)).toEqual([7, 4, 2, 1])
    expect(treeBytes(7)).toBe(14 * 32)
  })

  it('skips the levels where a node is promoted alone', () => {
    expect(pathOffsets(5, 4)).toEqual([{ offset: 8 * 32, side: 'left' }])
    expect(pathOffsets(1, 0)).toEqual([])
    expect(pathOffsets(4, 1)).toEqual([
      { offset: 0, side: 'left' },
      { offset: 5 * 32, side: 'right' },
    ])
  })

  it.each([
    [0, 0],
    [4, 4],
    [4, -1],
    [4, 0.5],
  ])('rejects leaf %2$s of a tree of %1$s', (size, index) => {
    expect(() => pathOffsets(size, index)).toThrow(RangeError)
  })
})
