import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownRangeProblem, presetQuery } from './time-range.ts'

const before = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterAll(() => {
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
})

const startOf = (preset: '1d' | '1w' | '1m' | '1y', now: string) => presetQuery(preset, new Date(now)).startTime

test('SE01 LO01 ranges follow the clock of the device when it is put forward', () => {
  // Noon of the day on which 02:00 becomes 03:00: the day began 11 hours ago.
  const noon = '2026-03-29T10:00:00Z'
  expect(startOf('1d', noon)).toBe('2026-03-28T23:00:00.000Z')
  // Noon of the days before, which was an hour later in UTC.
  expect(startOf('1w', noon)).toBe('2026-03-22T11:00:00.000Z')
  expect(startOf('1m', noon)).toBe('2026-02-28T11:00:00.000Z')
  expect(startOf('1y', noon)).toBe('2025-03-29T11:00:00.000Z')
})

test('SE01 LO01 ranges follow the clock of the device when it is put back', () => {
  // Noon of the day on which 03:00 becomes 02:00: the day began 13 hours ago.
  const noon = '2026-10-25T11:00:00Z'
  expect(startOf('1d', noon)).toBe('2026-10-24T22:00:00.000Z')
  expect(startOf('1w', noon)).toBe('2026-10-18T10:00:00.000Z')
  expect(startOf('1y', noon)).toBe('2025-10-25T10:00:00.000Z')
})

test('SE01 LO01 an own range over the skipped hour is in order', () => {
  const now = new Date('2026-03-29T10:00:00Z')
  expect(ownRangeProblem('2026-03-29T01:59', '2026-03-29T03:00', now)).toBeUndefined()
  expect(ownRangeProblem('2026-03-29T03:00', '2026-03-29T01:59', now)).toBe('wrongRange')
})
