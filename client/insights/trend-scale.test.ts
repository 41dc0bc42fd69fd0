import { expect, test } from 'vitest'
import { axisTop, nextPoint } from './trend-scale.ts'

test('DB02 an axis ends at a round number that holds every value', () => {
  expect([0, 1, 2, 3, 7, 10, 11, 480, 2001, 5_000_001].map(axisTop)).toEqual([
    1, 1, 2, 5, 10, 10, 20, 500, 5000, 10_000_000,
  ])
})

test('DB02 arrow keys walk the months and stop at both ends', () => {
  expect(nextPoint('ArrowRight', 11, 12)).toBe(11)
  expect(nextPoint('ArrowRight', 3, 12)).toBe(4)
  expect(nextPoint('ArrowLeft', 0, 12)).toBe(0)
  expect(nextPoint('Home', 5, 12)).toBe(0)
  expect(nextPoint('End', 5, 12)).toBe(11)
  expect(nextPoint('Tab', 5, 12)).toBeUndefined()
})
