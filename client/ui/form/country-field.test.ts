import { expect, test } from 'vitest'
import { formatCountry } from './country-field.tsx'

test('BU01 TM01 shows the name of a stored country, whatever the letter case of its code', () => {
  expect(formatCountry('MY', 'enUS')).toBe('Malaysia')
  expect(formatCountry('my', 'ruRU')).toBe('Малайзия')
  expect(formatCountry('Malaysia', 'ruRU')).toBe('Malaysia')
})
