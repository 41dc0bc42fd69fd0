import { expect, test } from 'vitest'
import { z } from 'zod'
import { TimeZone } from '#shared/insights/contract.ts'
import { Instant, isTimeZone } from './fields.ts'
import { orMilliseconds, zoneOfOffset } from './query-time.ts'

test.each([
  ['+08:00', 8],
  [' 08:00', 8],
  ['-03', -3],
  ['UTC+5:30', 5.5],
  ['+0545', 5.75],
  ['+00:00', 0],
  ['Asia/Kuala_Lumpur', 8],
])('takes %j as a zone that is %s hours before UTC [CO10]', (text, hours) => {
  const zone = zoneOfOffset(text)
  expect(isTimeZone(zone)).toBe(true)
  const at = Date.UTC(2026, 10, 22, 12)
  const shown = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  expect(Date.parse(`${shown.replace(' ', 'T')}Z`) - at).toBe(hours * 3_600_000)
})

test('rejects a difference from UTC that no zone has [CO10]', () => {
  for (const zone of ['+25:00', '+08:20', '480', '-480']) expect(TimeZone.safeParse(zone).success).toBe(false)
})

test('reads a time of a query in milliseconds or in ISO 8601 [CO10]', () => {
  const time = orMilliseconds(Instant)
  expect(time.parse('1795334400000')).toBe('2026-11-22T08:00:00.000Z')
  expect(time.parse('2026-11-22T08:00:00Z')).toBe('2026-11-22T08:00:00Z')
  for (const bad of ['1795334400000000', '-1', 'now', '']) expect(time.safeParse(bad).success).toBe(false)
  expect(z.object({ from: time.optional() }).parse({})).toEqual({})
})
