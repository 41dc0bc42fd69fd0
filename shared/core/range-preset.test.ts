import { expect, test } from 'vitest'
import { startOfRange } from './range-preset.ts'

test.each([
  ['1d', new Date(2026, 2, 31)],
  ['1w', new Date(2026, 2, 25)],
  ['1m', new Date(2026, 1, 28)],
  ['1y', new Date(2025, 2, 31)],
] as const)('begins the range %s at midnight [IN01 SE01 LO01]', (preset, start) => {
  expect(startOfRange(preset, new Date(2026, 2, 31, 15, 30))).toEqual(start)
})
