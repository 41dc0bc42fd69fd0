import { expect, test } from 'vitest'
import { slotTime } from '#server/insights/zone-clock.ts'
import { nextSummaryTime, wholeWeeks } from './week.ts'

const weeksOf = (now: string, timeZone: string) => {
  const { begin, middle, end } = wholeWeeks(new Date(now), timeZone)
  return [begin, middle, end].map(slotTime)
}
const next = (now: string, timeZone: string) => nextSummaryTime(new Date(now), timeZone).toISOString()

test('takes the two whole weeks of a zone before the current one, from Monday to Sunday', () => {
  // Wednesday, 25 November 2026; Kathmandu is 5:45 ahead.
  expect(weeksOf('2026-11-25T03:00:00Z', 'Asia/Kathmandu')).toEqual([
    ...['2026-11-08T18:15:00.000Z', '2026-11-15T18:15:00.000Z', '2026-11-22T18:15:00.000Z'],
  ])
  // It is Monday in Auckland, and Sunday in Honolulu.
  expect(weeksOf('2026-11-22T12:00:00Z', 'Pacific/Auckland')[2]).toBe('2026-11-22T11:00:00.000Z')
  expect(weeksOf('2026-11-22T12:00:00Z', 'Pacific/Honolulu')[2]).toBe('2026-11-16T10:00:00.000Z')
})

test('adds an hour when clocks are set back, and begins a day without midnight at its first hour', () => {
  const [begin, middle, end] = weeksOf('2026-10-27T12:00:00Z', 'Europe/Berlin').map(Date.parse)
  expect([middle! - begin!, end! - middle!].map((ms) => ms / 3_600_000)).toEqual([168, 169])
  // Clocks in Santiago were set from 24:00 to 1:00 on 6 September 2026, a Sunday.
  expect(weeksOf('2026-09-08T12:00:00Z', 'America/Santiago')).toEqual([
    ...['2026-08-24T04:00:00.000Z', '2026-08-31T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ])
})

test('writes the next summary at 8:00 of the next Monday of the zone', () => {
  expect(next('2026-11-25T03:00:00Z', 'UTC')).toBe('2026-11-30T08:00:00.000Z')
  expect(next('2026-11-30T07:59:59Z', 'UTC')).toBe('2026-11-30T08:00:00.000Z')
  expect(next('2026-11-30T08:00:00Z', 'UTC')).toBe('2026-12-07T08:00:00.000Z')
  expect(next('2026-11-25T03:00:00Z', 'Asia/Kathmandu')).toBe('2026-11-30T02:15:00.000Z')
  // Summer time ends between both.
  expect(next('2026-10-20T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-26T07:00:00.000Z')
})
