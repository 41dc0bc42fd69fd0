import { expect, test } from 'vitest'
import { contrastOf, leastContrast } from './contrast.ts'

test('CU02 contrast is what WCAG says of known pairs, whichever is the ground', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#1d6349', '#1d6349')).toBe(1)
  // The greys around the limit of words on white.
  expect(contrastOf('#ffffff', '#767676')).toBeGreaterThanOrEqual(leastContrast.words)
  expect(contrastOf('#777777', '#FFFFFF')).toBeLessThan(leastContrast.words)
  expect(contrastOf('#ff0000', '#ffffff')).toBeCloseTo(3.998, 3)
})
