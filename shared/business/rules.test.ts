import { expect, test } from 'vitest'
import { completeness, missingItems, profileItems } from './rules.ts'

const empty = { address: '', contactNo: '', email: '', country: '', postcode: '' }

test('scores 20 points for each filled item, 0 for none and 100 for all [AU08]', () => {
  const scores = profileItems.map((_, count) =>
    completeness({ ...empty, ...Object.fromEntries(profileItems.slice(0, count + 1).map((item) => [item, 'x'])) }),
  )
  expect(completeness(empty)).toBe(0)
  expect(scores).toEqual([20, 40, 60, 80, 100])
})

test('ignores blanks, and lists the missing items [AU08]', () => {
  const details = { ...empty, country: 'Malaysia', address: '  ' }
  expect(completeness(details)).toBe(20)
  expect(missingItems(details)).toEqual(['address', 'contactNo', 'email', 'postcode'])
})
