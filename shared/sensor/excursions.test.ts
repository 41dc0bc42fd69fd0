import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Excursion, Reading } from './contract.ts'
import { type ExcursionRule, excursionsOf, outOfRangeSeconds } from './excursions.ts'
import { sideOf } from './limits.ts'

const minuteMs = 60_000
const at = (minute: number) => new Date(minute * minuteMs).toISOString()
const series = (values: readonly number[]): Reading[] => values.map((value, i) => ({ value, createdAt: at(i) }))

test('SE01 starts an excursion at its first reading at the limit, and ends it at the first reading below the limit', () => {
  expect(excursionsOf(series([7, 8, 9, 8.5, 7.9, 8]), { limit: 8, minimum: null, minutes: 0 })).toEqual([
    { side: 'above', from: at(1), to: at(4), peak: 9 },
    { side: 'above', from: at(5), to: at(5), peak: 8 },
  ])
})

test('SE01 ends an excursion when the value is out of range on the other side, and allows a value at the minimum', () => {
  expect(excursionsOf(series([1.9, 1, 9, 2, 1]), { limit: 8, minimum: 2, minutes: 0 })).toEqual([
    { side: 'below', from: at(0), to: at(2), peak: 1 },
    { side: 'above', from: at(2), to: at(3), peak: 9 },
    { side: 'below', from: at(4), to: at(4), peak: 1 },
  ])
})

test('SE01 counts shorter excursions when their total duration reaches the cumulative limit', () => {
  const readings = series([9, 1, 9, 9, 1, 9, 9, 9, 1])
  const rule = { limit: 8, minimum: null, minutes: 3 }
  expect(excursionsOf(readings, rule).map(({ from }) => from)).toEqual([at(5)])
  expect(excursionsOf(readings, { ...rule, cumulativeMinutes: 6 })).toHaveLength(3)
  expect(excursionsOf(readings, { ...rule, cumulativeMinutes: 7 })).toHaveLength(1)
})

const someReadings = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 9 }), value: fc.integer({ min: 0, max: 9 }) }), { maxLength: 60 })
  .map((steps) => {
    let minute = 0
    return steps.map(({ gap, value }) => {
      minute += gap
      return { value, createdAt: at(minute) }
    })
  })

/** Every pair of readings with only values of one side between them, and no such value around them. */
function bruteForce(readings: readonly Reading[], { limit, minimum, minutes, cumulativeMinutes }: ExcursionRule) {
  const isOut = {
    above: ({ value }: Reading) => limit !== null && value >= limit,
    below: ({ value }: Reading) => minimum !== null && value < minimum,
  }
  const found: (Excursion & { minutes: number })[] = []
  for (const side of ['above', 'below'] as const) {
    for (let first = 0; first < readings.length; first++) {
      for (let last = first; last < readings.length; last++) {
        const within = readings.slice(first, last + 1)
        const around = [readings[first - 1], readings[last + 1]]
        if (!within.every(isOut[side]) || around.some((one) => one && isOut[side](one))) continue
        const [from, to] = [readings[first]!.createdAt, (readings[last + 1] ?? readings[last]!).createdAt]
        const length = (Date.parse(to) - Date.parse(from)) / minuteMs
        const values = within.map(({ value }) => value)
        const peak = side === 'above' ? Math.max(...values) : Math.min(...values)
        found.push({ side, from, to, peak, minutes: length })
      }
    }
  }
  const total = found.reduce((sum, one) => sum + one.minutes, 0)
  const isCumulative = cumulativeMinutes !== undefined && total > 0 && total >= cumulativeMinutes
  return found
    .filter((one) => isCumulative || one.minutes >= minutes)
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .map(({ minutes: _, ...excursion }) => excursion)
}

/** A limit above the minimum, either of them or none. */
const someLimits = fc
  .record({
    low: fc.integer({ min: 0, max: 8 }),
    width: fc.integer({ min: 1, max: 6 }),
    kind: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ low, width, kind }) => ({ limit: kind & 1 ? low + width : null, minimum: kind & 2 ? low : null }))

test('SE01 excursions equal those of a brute force search for any readings and rules', () => {
  const rules = fc.record({
    limits: someLimits,
    minutes: fc.integer({ min: 0, max: 30 }),
    cumulativeMinutes: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(someReadings, rules, (readings, { limits, ...times }) => {
      const rule = { ...limits, ...times }
      expect(excursionsOf(readings, rule)).toEqual(bruteForce(readings, rule))
    }),
    { numRuns: 500 },
  )
})

test('SE01 computes the time out of range from the last known value', () => {
  fc.assert(
    fc.property(someReadings, someLimits, (readings, limits) => {
      const lastMinute = readings.length === 0 ? 0 : Date.parse(readings.at(-1)!.createdAt) / minuteMs
      let minutes = 0
      for (let minute = 0; minute < lastMinute; minute++) {
        const known = readings.findLast(({ createdAt }) => Date.parse(createdAt) <= minute * minuteMs)
        if (known && sideOf(known.value, limits)) minutes++
      }
      expect(outOfRangeSeconds(excursionsOf(readings, { ...limits, minutes: 0 }))).toBe(minutes * 60)
    }),
  )
})
