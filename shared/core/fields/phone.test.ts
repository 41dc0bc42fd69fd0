import { expect, test } from 'vitest'
import { formatPhone, normalizePhone } from './phone.ts'

test.each([
  ['GB', '+44 117 496 0123', '+441174960123', '+44 117 496 0123'],
  ['gb', '(0117) 496-0123', '+441174960123', '+44 117 496 0123'],
  ['MY', '0551234567', '+60551234567', '+60 551234567'],
  ['HK', '2123 4567', '+85221234567', '+852 2123 4567'],
  ['RU', '8 (912) 345-67-89', '+79123456789', '+7 912 345 67 89'],
  ['MY', '+353 1 234 5678', '+35312345678', '+353 1 234 5678'],
  ['Malaysia', '+60 3 1234 5678', '+60312345678', '+60 3 1234 5678'],
])('%s: %s is stored as %s and shown as %s [BU01]', (country, typed, stored, shown) => {
  expect(normalizePhone(typed, country)).toBe(stored)
  expect(formatPhone(typed, country)).toBe(shown)
  expect(formatPhone(stored, country)).toBe(shown)
  expect(normalizePhone(shown, country)).toBe(stored)
})

test('keeps the extension of a number [BU01]', () => {
  const stored = normalizePhone('0117 496 0123 ext. 5', 'GB')!
  expect(stored).toBe('+441174960123 ext. 5')
  expect(normalizePhone(formatPhone(stored, 'GB'), 'GB')).toBe(stored)
})

test.each([
  ['MY', '12'],
  ['MY', 'call 0551234567'],
  ['GB', 'abc'],
  ['GB', '+999123456789'],
  ['Malaysia', '0551234567'],
  ['', '0551234567'],
])('%s: %s is no number, and is shown as it stands [BU01]', (country, typed) => {
  expect(normalizePhone(typed, country)).toBeUndefined()
  expect(formatPhone(typed, country)).toBe(typed)
})
