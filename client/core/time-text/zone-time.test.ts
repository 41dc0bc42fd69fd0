import { expect, test } from 'vitest'
import { wallMs, zoneClock } from './zone-time.ts'

const instants = (zone: string, text: string) => {
  const [year, month, day, hour, minute] = text.split(/\D/).map(Number) as [number, number, number, number, number]
  return zoneClock(zone)
    .instantsOf(wallMs({ year, month, day, hour, minute, second: 0 })!)
    .map((ms) => new Date(ms).toISOString())
}

test.each([
  ['Europe/Berlin', '2026-03-29 01:59', ['2026-03-29T00:59:00.000Z']],
  ['Europe/Berlin', '2026-03-29 02:30', []],
  ['Europe/Berlin', '2026-03-29 03:00', ['2026-03-29T01:00:00.000Z']],
  ['Europe/Berlin', '2026-10-25 02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  ['Europe/Berlin', '2026-10-25 03:00', ['2026-10-25T02:00:00.000Z']],
  ['America/New_York', '2026-03-08 02:15', []],
  ['America/New_York', '2026-11-01 01:15', ['2026-11-01T05:15:00.000Z', '2026-11-01T06:15:00.000Z']],
  // Half an hour.
  ['Australia/Lord_Howe', '2026-04-05 01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
  ['Asia/Kathmandu', '2026-05-03 12:00', ['2026-05-03T06:15:00.000Z']],
  ['Asia/Kuala_Lumpur', '2026-05-03 12:00', ['2026-05-03T04:00:00.000Z']],
  ['UTC', '2026-03-29 02:30', ['2026-03-29T02:30:00.000Z']],
  ['UTC+01:00', '2026-03-29 02:30', ['2026-03-29T01:30:00.000Z']],
  ['UTC-03:30', '2026-10-25 02:30', ['2026-10-25T06:00:00.000Z']],
])('clocks of %s show %s at %j [SE01]', (zone, time, expected) => {
  expect(instants(zone, time)).toEqual(expected)
})

test('returns no time for a day that the calendar does not have [SE01]', () => {
  const at = { hour: 0, minute: 0, second: 0 }
  expect(wallMs({ year: 2026, month: 2, day: 30, ...at })).toBeUndefined()
  expect(wallMs({ year: 2026, month: 13, day: 1, ...at })).toBeUndefined()
  expect(wallMs({ year: 2028, month: 2, day: 29, ...at })).toBe(Date.UTC(2028, 1, 29))
})
