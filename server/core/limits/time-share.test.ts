import { afterEach, expect, test, vi } from 'vitest'
import { limitTimeShare } from './time-share.ts'

afterEach(() => vi.restoreAllMocks())

test('runs a task for its share of the time, after a pause for a burst, and answers nothing beyond it', () => {
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const task = limitTimeShare(0.1, (text: string) => {
    now += 10
    return text.toUpperCase()
  })
  const answers = () => Array.from({ length: 20 }, () => task('a')).filter((answer) => answer === 'A').length
  // 50 ms at once, and the last one begins before the share is used up.
  const first = answers()
  expect(first).toBeGreaterThanOrEqual(5)
  expect(first).toBeLessThanOrEqual(7)
  let done = 0
  const until = now + 10_000
  while (now < until) {
    if (task('a') === 'A') done++
    else now += 1
  }
  expect(done).toBeGreaterThanOrEqual(95)
  expect(done).toBeLessThanOrEqual(101)
})

test('counts the time of a task that fails', () => {
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const task = limitTimeShare(0.1, () => {
    now += 200
    throw new Error('failed')
  })
  expect(() => task(undefined)).toThrow('failed')
  expect(task(undefined)).toBeUndefined()
})
