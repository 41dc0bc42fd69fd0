import { expect, test } from 'vitest'
import { spansOf, weightedMean } from './reading-spans.ts'

const minutes = (list: readonly number[]) => list.map((minute) => minute * 60_000)
const gapsIn = (list: readonly number[]) =>
  spansOf(minutes(list)).flatMap(({ isBeforeGap }, at) => (isBeforeGap ? [list[at]] : []))

test('finds a gap that is long, and long beside the readings around it [LO03 SE01]', () => {
  expect(gapsIn([0, 10, 20, 380, 390])).toEqual([20])
  expect(gapsIn([0, 10, 370, 730, 740])).toEqual([10, 370])
  expect(gapsIn([0, 360])).toEqual([0])
  expect(gapsIn([0, 10, 20, 100, 110])).toEqual([])
  // A tracker that sends every four hours, and an hourly one that is a few seconds late.
  expect(gapsIn([0, 240, 480, 720])).toEqual([])
  expect(gapsIn([0, 60.1, 120, 180.2])).toEqual([])
})

test('weights a reading by the time until the next one, and before a gap by the shortest [LO03 SE01]', () => {
  const spans = spansOf(minutes([0, 10, 40, 400, 410]))
  expect(spans.map(({ weight }) => weight / 60_000)).toEqual([10, 30, 10, 10, 10])
  expect(spans.map(({ until }) => until / 60_000)).toEqual([10, 40, 40, 410, 410])
  expect(weightedMean([5, 8, 5, 5, 5], spans)).toBeCloseTo((40 * 5 + 30 * 8) / 70)
  expect(weightedMean([4], spansOf([0]))).toBe(4)
})
