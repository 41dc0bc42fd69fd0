import { expect, test } from 'vitest'
import { nextPoint, nextSliderPoint } from './next-point.ts'

test('moves to the next point and stops at both ends when arrow keys are pressed [DB02]', () => {
  expect(nextPoint('ArrowRight', 11, 12)).toBe(11)
  expect(nextPoint('ArrowRight', 3, 12)).toBe(4)
  expect(nextPoint('ArrowLeft', 0, 12)).toBe(0)
  expect(nextPoint('Home', 5, 12)).toBe(0)
  expect(nextPoint('End', 5, 12)).toBe(11)
  expect(nextPoint('Tab', 5, 12)).toBeUndefined()
})

test('moves through the points of a slider by its keys and stops at both ends [SE01]', () => {
  expect(
    ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map((key) =>
      nextSliderPoint(key, 5, 100),
    ),
  ).toEqual([6, 6, 4, 4, 15, 0, 0, 99])
  expect(nextSliderPoint('ArrowRight', 99, 100)).toBe(99)
  expect(nextSliderPoint('PageUp', 3, 4)).toBe(3)
  expect(nextSliderPoint('Tab', 5, 100)).toBeUndefined()
})
