// @vitest-environment node
import { expect, test } from 'vitest'
import { createRefreshThrottle, lifetimeOf, refreshDelay } from './refresh-schedule.ts'

test('takes the lifetime of a token from the instants of the server', () => {
  for (const iat of [0, 1_700_000_000, 4_000_000_000]) expect(lifetimeOf({ iat, exp: iat + 600 })).toBe(600_000)
})

test.each([
  ['that is due', -1],
  ['of a year', 365 * 86_400_000],
  ['without a lifetime', Number.NaN],
])('keeps the delay of a token %s within the range of a timer', (_, untilRefresh) => {
  const delay = refreshDelay(untilRefresh)
  expect(delay).toBeGreaterThanOrEqual(30_000)
  expect(delay).toBeLessThan(2 ** 31)
})

function paceAt() {
  const time = { now: 0 }
  return {
    time,
    pace: createRefreshThrottle(
      () => time.now,
      () => 1,
    ),
  }
}

test('refreshes at most ten times a minute', () => {
  const { time, pace } = paceAt()
  let requests = 0
  for (; time.now < 600_000; time.now += 100) {
    if (pace.wait() > 0) continue
    pace.asked()
    pace.responded()
    requests++
  }
  expect(requests).toBe(100)
})

test('follows Retry-After, up to one hour', () => {
  const { time, pace } = paceAt()
  expect(pace.failed(120)).toBe(120_000)
  time.now = 119_999
  expect(pace.wait()).toBe(1)
  time.now = 120_000
  expect(pace.wait()).toBe(0)
  expect(pace.failed(1e12)).toBe(3_600_000)
  pace.responded()
  expect(pace.wait()).toBe(0)
})

test('retries at growing intervals, up to five minutes, when the server does not respond', () => {
  const { pace } = paceAt()
  expect(Array.from({ length: 7 }, () => pace.failed())).toEqual([15, 30, 60, 120, 240, 300, 300].map((s) => s * 1000))
  expect(
    createRefreshThrottle(
      () => 0,
      () => 0,
    ).failed(),
  ).toBe(7_500)
})
