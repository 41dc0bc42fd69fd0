import { afterEach, expect, test, vi } from 'vitest'
import { createGuessLimit } from './guess-limit.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('counts the guesses of one minute, and not those of many minutes together', () => {
  let now = 1000
  // The cache keeps the object, and remembers its time for a millisecond.
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const limit = createGuessLimit()
  const guess = (times: number) => {
    for (let n = 0; n < times; n++) limit.count('203.0.113.7')
  }
  for (let half = 0; half < 12; half++) {
    guess(9)
    limit.admit(false, '203.0.113.7')
    now += 30_500
    vi.advanceTimersByTime(30_500)
  }
  guess(30)
  expect(() => limit.admit(false, '203.0.113.7')).toThrow()
  expect(limit.admit(true, '203.0.113.7')).toBe(true)
})
