import { expect, test } from 'vitest'
import { countScale, visibleLabels } from './trend-scale.ts'

test('ends an axis at a round number that is not below any value [DB02]', () => {
  const tops = [0, 1, 2, 3, 7, 10, 11, 480, 2001, 5_000_001].map((max) => countScale([0, max], 100).scale.domain()[1])
  expect(tops).toEqual([1, 1, 2, 3, 8, 10, 15, 600, 3000, 6_000_000])
})

test('draws lines at whole numbers, from the bottom of the plot to its top [DB02]', () => {
  expect(countScale([1], 100).ticks).toEqual([0, 1])
  expect(countScale([0, 480], 100).ticks).toEqual([0, 200, 400, 600])
  const { scale } = countScale([480], 120)
  expect([scale(0), scale(300), scale(600)]).toEqual([120, 60, 0])
})

test('leaves out every second label when there is no space, but never the newest [DB02]', () => {
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  expect(visibleLabels(months, 40, 32)).toEqual(months)
  expect(visibleLabels(months, 22, 32)).toEqual([2, 4, 6, 8, 10, 12])
  expect(visibleLabels(months, 12, 32)).toEqual([3, 6, 9, 12])
})
