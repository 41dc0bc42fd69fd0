import { expect, test } from 'vitest'
import { clampDeviceTime } from './device-time.ts'

const arrival = new Date('2026-11-23T06:51:00Z')
const after = (minutes: number) => new Date(arrival.getTime() + minutes * 60_000)

test.each([
  ['some minutes before', -2, true],
  ['300 days before', -300 * 1440, true],
  ['four minutes ahead', 4, true],
  ['six minutes ahead', 6, false],
  ['400 days ahead', 400 * 1440, false],
  ['400 days behind', -400 * 1440, false],
])('keeps the time of a device only when it is plausible (%s) [OF02]', (_, minutes, isKept) => {
  expect(clampDeviceTime(after(minutes), arrival)).toEqual(isKept ? after(minutes) : arrival)
})

test('uses the time of arrival when the device time is invalid [OF02]', () => {
  expect(clampDeviceTime(new Date(Number.NaN), arrival)).toEqual(arrival)
})
