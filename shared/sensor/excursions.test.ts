import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedExcursions } from './excursions.ts'

const at = (minute: number) => new Date(minute * 60_000).toISOString()
/** Excursions of these lengths in minutes, one after the other. */
const lasting = (lengths: readonly number[]) =>
  lengths.map((minutes, i) => ({ from: at(i * 100), to: at(i * 100 + minutes) }))

test.each([
  ['each reading counts', { minutes: 0 }, [0, 1, 2, 3]],
  ['only long ones count', { minutes: 2 }, [2, 3]],
  ['together they reach the cumulative duration', { minutes: 3, cumulativeMinutes: 6 }, [0, 1, 2, 3]],
  ['together they do not reach it', { minutes: 3, cumulativeMinutes: 7 }, [3]],
])('SE01 counts excursions by the rule when %s', (_, rule, counted) => {
  expect(countedExcursions(lasting([0, 1, 2, 3]), rule)).toEqual(counted.map((n) => lasting([0, 1, 2, 3])[n]))
})

test('SE01 counts all excursions or those of the least length, for any lengths and rules', () => {
  const rules = fc.record({
    minutes: fc.integer({ min: 0, max: 30 }),
    cumulativeMinutes: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 })), rules, (lengths, rule) => {
      const total = lengths.reduce((sum, minutes) => sum + minutes, 0)
      const isEnough = rule.cumulativeMinutes !== undefined && total >= rule.cumulativeMinutes
      const expected = lasting(lengths).filter((_, i) => isEnough || lengths[i]! >= rule.minutes)
      expect(countedExcursions(lasting(lengths), rule)).toEqual(expected)
    }),
  )
})
