import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import { hasNoPostcodes, needsPostcode, normalizePostcode } from './postcode.ts'

test.each([
  ['GB', 'BS1 4ST', 'BS1 4ST'],
  ['gb', ' bs1  4st ', 'BS1 4ST'],
  ['GB', 'BS14ST', 'BS14ST'],
  ['IE', 'd02 af30', 'D02 AF30'],
  ['MY', '39100', '39100'],
  ['US', '123456789', '12345-6789'],
  ['US', '12345–6789', '12345-6789'],
  ['JP', '１００－８１１１', '100-8111'],
  ['JP', '1008111', '100-8111'],
  ['NL', '1012 ab', '1012 AB'],
  ['CA', 'K1A0B1', 'K1A0B1'],
  ['DE', 'DE-10115', '10115'],
  ['PL', '00001', '00-001'],
  ['RU', '101 000', '101000'],
  ['HK', '', ''],
  ['HK', '999077', '999077'],
  ['Malaysia', '39100', '39100'],
  ['', 'anything', 'ANYTHING'],
])('%s: %s is kept as %s [BU01]', (country, typed, stored) => {
  expect(normalizePostcode(typed, country)).toBe(stored)
  expect(normalizePostcode(stored, country)).toBe(stored)
})

test.each([
  ['GB', '39100'],
  ['MY', '3910'],
  ['MY', 'BS1 4ST'],
  ['IE', '39100'],
  ['US', '1234'],
  ['DE', 'ABCDE'],
])('%s has no postcode %s [BU01]', (country, typed) => {
  expect(normalizePostcode(typed, country)).toBeUndefined()
})

test('requires a postcode where the country’s rule does, and never without a rule [BU01]', () => {
  expect(['MY', 'gb', 'IE', 'US'].map(needsPostcode)).toEqual([true, true, true, true])
  expect(['HK', 'AE', 'QA', 'Malaysia', ''].map(needsPostcode)).toEqual([false, false, false, false, false])
  expect(['HK', 'AE', 'Malaysia', '', 'GB'].map(hasNoPostcodes)).toEqual([true, true, false, false, false])
  // Most countries have postcodes, so this detects missing data.
  expect(countries.filter(needsPostcode).length).toBeGreaterThan(140)
})

test('rejects a postcode of 200,000 characters without building its spellings [BU01]', () => {
  // Their total length grows with the square of the length of the text: this one would exceed the memory of the process.
  expect(normalizePostcode('1'.repeat(200_000), 'GB')).toBeUndefined()
})
