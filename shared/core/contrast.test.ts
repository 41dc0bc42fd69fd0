import { expect, test } from 'vitest'
import { contrastRatio, minContrast } from './contrast.ts'

test('computes the WCAG contrast of known pairs, in both orders [CU02]', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21)
  expect(contrastRatio('#1d6349', '#1d6349')).toBe(1)
  // Greys around the minimum contrast of text on white.
  expect(contrastRatio('#ffffff', '#767676')).toBeGreaterThanOrEqual(minContrast.words)
  expect(contrastRatio('#777777', '#FFFFFF')).toBeLessThan(minContrast.words)
  expect(contrastRatio('#ff0000', '#ffffff')).toBeCloseTo(3.998, 3)
})
