import { expect, test } from 'vitest'
import { formatCountry } from './country-field.tsx'

test('BU01 TM01 a stored country is read by its name, in whatever case its code was stored', () => {
  expect(formatCountry('MY', 'enUS')).toBe('Malaysia')
  expect(formatCountry('my', 'ruRU')).toBe('Малайзия')
  expect(formatCountry('Malaysia', 'ruRU')).toBe('Malaysia')
})
