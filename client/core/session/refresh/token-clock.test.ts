// @vitest-environment node
import { expect, test } from 'vitest'
import { createTokenClock } from './token-clock.ts'

const lifetime = 600_000

function clockAt(now = 1_000) {
  const time = { now }
  return { time, clock: createTokenClock(() => time.now) }
}

test('refreshes a token a minute before its end, and uses it until five seconds before, on a fast machine', () => {
  const { time, clock } = clockAt()
  clock.start('t', lifetime, 1_000)
  expect([clock.untilRefresh('t'), clock.isUsable('t')]).toEqual([540_000, true])
  time.now += lifetime - 5_001
  expect([clock.untilRefresh('t'), clock.isUsable('t')]).toEqual([-54_999, true])
  time.now += 1
  expect(clock.isUsable('t')).toBe(false)
})

test('counts from the moment when the token was asked for, because the server issued it later', () => {
  const { time, clock } = clockAt()
  time.now += 20_000
  clock.start('t', lifetime, 1_000)
  expect(clock.untilRefresh('t')).toBe(520_000)
})

test('keeps a distance of two of the longest delays, which count less later', () => {
  const { time, clock } = clockAt()
  for (const delay of [10_000, 20_000, 3, -7_000]) clock.observe(delay)
  clock.start('t', lifetime, time.now)
  expect(clock.untilRefresh('t')).toBe(500_000)
  time.now += 300_000
  expect(clock.untilRefresh('t')).toBe(lifetime - 300_000 - 60_000 - 20_000)
  clock.observe(15_000)
  expect(clock.untilRefresh('t')).toBe(lifetime - 300_000 - 60_000 - 30_000)
  time.now += 230_000
  expect(clock.isUsable('t')).toBe(true)
  clock.observe(40_000)
  expect(clock.isUsable('t')).toBe(false)
})

test('uses a token for half of its lifetime, however slow the machine is', () => {
  const { time, clock } = clockAt()
  clock.observe(3_600_000)
  clock.start('t', lifetime, time.now)
  expect([clock.untilRefresh('t'), clock.isUsable('t')]).toEqual([300_000, true])
})

test('says nothing about a token that it does not know', () => {
  const { clock } = clockAt()
  clock.start('t', lifetime, 1_000)
  expect([clock.untilRefresh('other'), clock.isUsable('other')]).toEqual([Number.POSITIVE_INFINITY, true])
})
