import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromLocalInput, pickedInstant, toLocalInput } from '#client/core/format/datetime-input.ts'
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

test('calculates ranges with the clock of the device when it is put forward [SE01 LO01]', () => {
  // Noon of the day on which 02:00 becomes 03:00: the day began 11 hours ago.
  const noon = '2026-03-29T10:00:00Z'
  expect(startOf('1d', noon)).toBe('2026-03-28T23:00:00.000Z')
  expect(startOf('1w', noon)).toBe('2026-03-22T23:00:00.000Z')
  expect(startOf('1m', noon)).toBe('2026-02-27T23:00:00.000Z')
  expect(startOf('1y', noon)).toBe('2025-03-28T23:00:00.000Z')
})

test('calculates ranges with the clock of the device when it is put back [SE01 LO01]', () => {
  // Noon of the day on which 03:00 becomes 02:00: the day began 13 hours ago.
  const noon = '2026-10-25T11:00:00Z'
  expect(startOf('1d', noon)).toBe('2026-10-24T22:00:00.000Z')
  expect(startOf('1w', noon)).toBe('2026-10-18T22:00:00.000Z')
  expect(startOf('1y', noon)).toBe('2025-10-24T22:00:00.000Z')
})

test('accepts an own range over the skipped hour [SE01 LO01]', () => {
  const now = new Date('2026-03-29T10:00:00Z')
  expect(ownRangeProblem('2026-03-29T01:59', '2026-03-29T03:00', now)).toBeUndefined()
  expect(ownRangeProblem('2026-03-29T03:00', '2026-03-29T01:59', now)).toBe('wrongRange')
})

test('keeps the instant of a reading that is typed in the hour that clocks show twice [SE01]', () => {
  const [first, second] = ['2026-10-25T00:30:20.000Z', '2026-10-25T01:30:20.000Z']
  expect([toLocalInput(first), toLocalInput(second)]).toEqual(['2026-10-25T02:30', '2026-10-25T02:30'])
  expect(pickedInstant('2026-10-25T02:30', second)).toBe(second)
  expect(pickedInstant('2026-10-25T02:30', first)).toBe(first)
  // Another time is taken as it was typed.
  expect(pickedInstant('2026-10-25T04:15', second)).toBe('2026-10-25T03:15:00.000Z')
})

test('reads a time in the skipped hour as the time one hour later [SE01 SU02]', () => {
  expect(toLocalInput(fromLocalInput('2026-03-29T02:30'))).toBe('2026-03-29T03:30')
  expect(fromLocalInput('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
})
