import { expect, test } from 'vitest'
import { nextPoint } from './next-point.ts'

test('moves to the next point and stops at both ends when arrow keys are pressed [DB02]', () => {
  expect(nextPoint('ArrowRight', 11, 12)).toBe(11)
  expect(nextPoint('ArrowRight', 3, 12)).toBe(4)
  expect(nextPoint('ArrowLeft', 0, 12)).toBe(0)
  expect(nextPoint('Home', 5, 12)).toBe(0)
  expect(nextPoint('End', 5, 12)).toBe(11)
  expect(nextPoint('Tab', 5, 12)).toBeUndefined()
})
