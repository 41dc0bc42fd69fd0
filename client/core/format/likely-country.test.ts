import { expect, test } from 'vitest'
import { likelyCountry } from './likely-country.ts'

test('takes the country from the language settings, or the usual one of a language without a region [BU01]', () => {
  expect(likelyCountry(['en-GB', 'en'])).toBe('GB')
  expect(likelyCountry(['ru', 'de-AT'])).toBe('AT')
  expect(likelyCountry(['ru'])).toBe('RU')
  expect(likelyCountry(['es-419', 'not a tag!'])).toBe('')
  expect(likelyCountry([])).toBe('')
})
