import { expect, test } from 'vitest'
import { formatCountry } from './country-field.tsx'

test('shows the name of a stored country, whatever the letter case of its code [BU01 TM01]', () => {
  expect(formatCountry('MY', 'enUS')).toBe('Malaysia')
  expect(formatCountry('my', 'ruRU')).toBe('Малайзия')
  expect(formatCountry('Malaysia', 'ruRU')).toBe('Malaysia')
})
