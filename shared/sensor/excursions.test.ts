import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reading } from './contract.ts'
import { type ExcursionRule, excursionsOf, outOfRangeSeconds } from './excursions.ts'

const minuteMs = 60_000
const at = (minute: number) => new Date(minute * minuteMs).toISOString()
const series = (values: readonly number[]): Reading[] => values.map((value, i) => ({ value, createdAt: at(i) }))

test('SE01 an excursion lasts from its first reading at the limit until the first one below it', () => {
  expect(excursionsOf(series([7, 8, 9, 8.5, 7.9, 8]), { limit: 8, minutes: 0 })).toEqual([
    { from: at(1), to: at(4), peak: 9 },
    { from: at(5), to: at(5), peak: 8 },
  ])
})

test('SE01 shorter excursions count only when all together last as long as the rule says', () => {
  const readings = series([9, 1, 9, 9, 1, 9, 9, 9, 1])
  const rule = { limit: 8, minutes: 3 }
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

/** Every pair of readings with nothing below the limit between them, and nothing above it around them. */
function bruteForce(readings: readonly Reading[], { limit, minutes, cumulativeMinutes }: ExcursionRule) {
  const found: { from: string; to: string; peak: number; minutes: number }[] = []
  for (let first = 0; first < readings.length; first++) {
    for (let last = first; last < readings.length; last++) {
      const within = readings.slice(first, last + 1)
      const around = [readings[first - 1], readings[last + 1]]
      if (within.some(({ value }) => value < limit) || around.some((one) => one && one.value >= limit)) continue
      const [from, to] = [readings[first]!.createdAt, (readings[last + 1] ?? readings[last]!).createdAt]
      const length = (Date.parse(to) - Date.parse(from)) / minuteMs
      found.push({ from, to, peak: Math.max(...within.map(({ value }) => value)), minutes: length })
    }
  }
  const total = found.reduce((sum, one) => sum + one.minutes, 0)
  const isCumulative = cumulativeMinutes !== undefined && total > 0 && total >= cumulativeMinutes
  return found.filter((one) => isCumulative || one.minutes >= minutes).map(({ minutes: _, ...excursion }) => excursion)
}

test('SE01 excursions equal those of a brute force search for any readings and rules', () => {
  const rules = fc.record({
    limit: fc.integer({ min: 0, max: 10 }),
    minutes: fc.integer({ min: 0, max: 30 }),
    cumulativeMinutes: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(someReadings, rules, (readings, rule) => {
      expect(excursionsOf(readings, rule)).toEqual(bruteForce(readings, rule))
    }),
    { numRuns: 500 },
  )
})

test('SE01 the time out of range is the time during which the last known value is at or above the limit', () => {
  fc.assert(
    fc.property(someReadings, fc.integer({ min: 0, max: 10 }), (readings, limit) => {
      const lastMinute = readings.length === 0 ? 0 : Date.parse(readings.at(-1)!.createdAt) / minuteMs
      let minutes = 0
      for (let minute = 0; minute < lastMinute; minute++) {
        const known = readings.findLast(({ createdAt }) => Date.parse(createdAt) <= minute * minuteMs)
        if (known && known.value >= limit) minutes++
      }
      expect(outOfRangeSeconds(excursionsOf(readings, { limit, minutes: 0 }))).toBe(minutes * 60)
    }),
  )
})
