import { expect, test } from 'vitest'
import { SeededRandom } from '#scripts/tool/seeded-random.ts'
import { findMostUnusual, usualWeeks } from './unusual.ts'

/** Counts the events of a time, whose distances are exponential. */
function poisson(mean: number, random: SeededRandom): number {
  let count = -1
  let time = 0
  while (time <= mean) {
    time -= Math.log(1 - random.next())
    count += 1
  }
  return count
}

/** With this shape, the mean of each week itself varies: the variance is mean + mean² / shape. */
function gamma(shape: number, random: SeededRandom): number {
  let sum = 0
  for (let n = 0; n < shape; n++) sum -= Math.log(1 - random.next())
  return sum / shape
}

test.each([
  ['steady weeks', 0],
  ['weeks that vary by a third', 9],
])('names a pair in at most one of 100 weeks of merchants with %s', (_, shape) => {
  const random = new SeededRandom(5)
  const merchants = 3_000
  let alarms = 0
  for (let merchant = 0; merchant < merchants; merchant++) {
    const pairs = Array.from({ length: 30 }, (_, pair) => {
      const mean = 60 / (pair + 1)
      const weeks = Array.from({ length: usualWeeks + 1 }, () =>
        poisson(mean * (shape ? gamma(shape, random) : 1), random),
      )
      return { weeks }
    })
    if (findMostUnusual(pairs)) alarms += 1
  }
  expect(alarms / merchants).toBeLessThanOrEqual(0.01)
})

test('names the pair that exceeds its usual weeks most, and none with few or uncertain scans', () => {
  const usual = [10, 12, 9, 11, 10, 8, 12, 10]
  const [four, three] = [{ weeks: [42, ...usual] }, { weeks: [31, ...usual] }]
  expect(findMostUnusual([three, four, { weeks: usual.concat(10) }])).toEqual({ pair: four, times: 42 / 10.25 })
  expect(findMostUnusual([{ weeks: [15, ...usual.map((n) => n / 10)] }])).toBeUndefined()
  expect(findMostUnusual([{ weeks: [42, 2, 40, 1, 0, 3, 35, 1, 0] }])).toBeUndefined()
  expect(findMostUnusual([])).toBeUndefined()
})
