import { expect, test } from 'vitest'
import { sharesOf } from './shares.ts'

const names = { other: 'Other', unknown: 'Not known' }

test('shows the largest systems first with their shares, and adds up the rest [IN03]', () => {
  const os = { Linux: 1, iOS: 40, Android: 50, Windows: 5, macOS: 2, ChromeOS: 1, Unknown: 1 }
  const rows = sharesOf(os, 4, names)
  expect(rows.map(({ name, count }) => [name, count])).toEqual([
    ['Android', 50],
    ['iOS', 40],
    ['Windows', 5],
    ['Other', 5],
  ])
  expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
})

test('leaves out systems without scans, and is empty without any [IN03]', () => {
  expect(sharesOf({ iOS: 0, Unknown: 2 }, 4, names)).toEqual([{ name: 'Not known', count: 2, share: 1 }])
  expect(sharesOf({}, 4, names)).toEqual([])
})
