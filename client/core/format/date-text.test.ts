// @vitest-environment node
import { expect, test } from 'vitest'
import { dateText, parseDateText } from './date-text.ts'

test.each([
  ['03/05/2026', '2026-05-03'],
  ['3.5.2026', '2026-05-03'],
  ['03052026', '2026-05-03'],
  [' 2026-05-03 ', '2026-05-03'],
  ['03/05/2026 10:07', '2026-05-03'],
])('reads %s as a date [SH14]', (text, value) => {
  expect(parseDateText(text, false)).toBe(value)
})

test.each([
  ['03/05/2026 10:07', '2026-05-03T10:07'],
  ['3.5.2026, 9:07', '2026-05-03T09:07'],
  ['2026-05-03T23:59', '2026-05-03T23:59'],
  ['03/05/2026', '2026-05-03T00:00'],
  ['03052026', '2026-05-03T00:00'],
  ['030520261007', '2026-05-03T10:07'],
  ['03052026 1007', '2026-05-03T10:07'],
])('reads %s as a date with a time, and shows it as all dates [SH14]', (text, value) => {
  expect(parseDateText(text, true)).toBe(value)
  expect(parseDateText(dateText(value), true)).toBe(value)
})

test.each([
  '',
  '31/02/2026',
  '03/13/2026',
  '03/05/26',
  '03/05/0026',
  '03/05/2026 24:00',
  '03/05/2026 10:60',
  '0305202610',
  '030520262460',
  'tomorrow',
  '2026-5-3',
])('reads no date from "%s" [SH14]', (text) => {
  expect(parseDateText(text, true)).toBeUndefined()
})

test('shows a date and a time as dd/MM/yyyy HH:mm [SH14]', () => {
  expect(dateText('2026-05-03T10:07')).toBe('03/05/2026 10:07')
  expect(dateText('2026-05-03')).toBe('03/05/2026')
  expect(dateText('')).toBe('')
})
