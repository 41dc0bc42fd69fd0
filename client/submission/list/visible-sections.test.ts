import { expect, test } from 'vitest'
import { visibleSections } from './visible-sections.ts'

const some = (count: number) => Array.from({ length: count }, (_, place) => place + 1)

test('shows up to five sections, and of more the first and last two unless the row is expanded [SU01]', () => {
  expect(visibleSections(some(0), false)).toEqual([])
  expect(visibleSections(some(5), false)).toEqual([1, 2, 3, 4, 5])
  expect(visibleSections(some(6), false)).toEqual([1, 2, { hidden: 2 }, 5, 6])
  expect(visibleSections(some(9), false)).toEqual([1, 2, { hidden: 5 }, 8, 9])
  expect(visibleSections(some(9), true)).toEqual(some(9))
})
