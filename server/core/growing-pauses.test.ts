import { expect, test } from 'vitest'
import { type GrowingPause, growingPauses } from './growing-pauses.ts'

/** The pause after this many failures in a row. */
function pauseAfter(failures: number): number {
  let pause: GrowingPause = growingPauses(1_000, 300_000).next()
  for (let failure = 1; failure < failures; failure++) pause = pause.next()
  return pause.duration
}

test('doubles the pause from the first to the maximum, with jitter', () => {
  expect(pauseAfter(1)).toBeLessThanOrEqual(1000)
  expect(pauseAfter(1)).toBeGreaterThanOrEqual(500)
  expect(pauseAfter(3)).toBeGreaterThanOrEqual(2000)
  expect(pauseAfter(3)).toBeLessThanOrEqual(4000)
  // Far beyond the largest number that can be doubled.
  expect(pauseAfter(1100)).toBeLessThanOrEqual(300_000)
  expect(pauseAfter(1100)).toBeGreaterThanOrEqual(150_000)
  expect(new Set(Array.from({ length: 20 }, () => pauseAfter(5))).size).toBeGreaterThan(15)
})
