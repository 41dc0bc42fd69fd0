import { expect, test } from 'vitest'
import { countryName } from './country-field.tsx'

test('BU01 TM01 a stored country is read by its name, in whatever case its code was stored', () => {
  expect(countryName('MY', 'enUS')).toBe('Malaysia')
  expect(countryName('my', 'ruRU')).toBe('Малайзия')
  expect(countryName('Malaysia', 'ruRU')).toBe('Malaysia')
})
