import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sideOf, type ValueLimits } from '#shared/sensor/limits.ts'
import { excursionsOfLog, type LogExcursion, type LoggedTemp, secondsOf } from './excursions.ts'

const at = (minute: number) => new Date(minute * 60_000)
const series = (temps: readonly number[]): LoggedTemp[] => temps.map((temp, i) => ({ temp, at: at(i) }))

test('LO03 starts an excursion at its first reading at the limit, and ends it at the first reading below the limit', () => {
  expect(excursionsOfLog(series([7, 8, 9, 8.5, 7.9, 8]), { limit: 8, minimum: null })).toEqual([
    { side: 'above', from: at(1), to: at(4), peak: 9, isOpen: false },
    { side: 'above', from: at(5), to: at(5), peak: 8, isOpen: true },
  ])
})

test('LO03 ends an excursion when the value is out of range on the other side, and allows a value at the minimum', () => {
  expect(excursionsOfLog(series([1.9, 1, 9, 2, 1]), { limit: 8, minimum: 2 })).toEqual([
    { side: 'below', from: at(0), to: at(2), peak: 1, isOpen: false },
    { side: 'above', from: at(2), to: at(3), peak: 9, isOpen: false },
    { side: 'below', from: at(4), to: at(4), peak: 1, isOpen: true },
  ])
})

const someReadings = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 9 }), temp: fc.integer({ min: 0, max: 9 }) }), { maxLength: 60 })
  .map((steps) => {
    let minute = 0
    return steps.map(({ gap, temp }): LoggedTemp => {
      minute += gap
      return { temp, at: at(minute) }
    })
  })

/** A limit above the minimum, either of them or none. */
const someLimits = fc
  .record({
    low: fc.integer({ min: 0, max: 8 }),
    width: fc.integer({ min: 1, max: 6 }),
    kind: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ low, width, kind }) => ({ limit: kind & 1 ? low + width : null, minimum: kind & 2 ? low : null }))

/** Every pair of readings with only values of one side between them, and no such value around them. */
function bruteForce(readings: readonly LoggedTemp[], { limit, minimum }: ValueLimits): LogExcursion[] {
  const isOut = {
    above: ({ temp }: LoggedTemp) => limit !== null && temp >= limit,
    below: ({ temp }: LoggedTemp) => minimum !== null && temp < minimum,
  }
  const found: LogExcursion[] = []
  for (const side of ['above', 'below'] as const) {
    for (let first = 0; first < readings.length; first++) {
      for (let last = first; last < readings.length; last++) {
        const within = readings.slice(first, last + 1)
        const around = [readings[first - 1], readings[last + 1]]
        if (!within.every(isOut[side]) || around.some((one) => one && isOut[side](one))) continue
        const temps = within.map(({ temp }) => temp)
        const peak = side === 'above' ? Math.max(...temps) : Math.min(...temps)
        const next = readings[last + 1]
        found.push({ side, from: readings[first]!.at, to: (next ?? readings[last]!).at, peak, isOpen: !next })
      }
    }
  }
  return found.toSorted((one, other) => one.from.getTime() - other.from.getTime())
}

test('LO03 excursions equal those of a brute force search for any readings and limits', () => {
  fc.assert(
    fc.property(someReadings, someLimits, (readings, limits) => {
      expect(excursionsOfLog(readings, limits)).toEqual(bruteForce(readings, limits))
    }),
    { numRuns: 500 },
  )
})

test('LO03 computes the time out of range from the last known value', () => {
  fc.assert(
    fc.property(someReadings, someLimits, (readings, limits) => {
      const lastMinute = (readings.at(-1)?.at.getTime() ?? 0) / 60_000
      let minutes = 0
      for (let minute = 0; minute < lastMinute; minute++) {
        const known = readings.findLast((reading) => reading.at <= at(minute))
        if (known && sideOf(known.temp, limits)) minutes++
      }
      expect(secondsOf(excursionsOfLog(readings, limits))).toBe(minutes * 60)
    }),
  )
})
