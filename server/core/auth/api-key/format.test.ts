import { expect, test } from 'vitest'
import { isWellFormedKey, newApiKey, shownPartOf, withoutApiKeys } from './format.ts'

test('makes keys of 30 random letters and a checksum, each another one', () => {
  const keys = Array.from({ length: 500 }, newApiKey)
  expect(new Set(keys).size).toBe(500)
  for (const key of keys) {
    expect(key).toMatch(/^assay_[0-9A-Za-z]{36}$/)
    expect(isWellFormedKey(key)).toBe(true)
  }
  expect(shownPartOf('assay_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp')).toBe('assay_0123')
})

test('knows the checksum of other programs: CRC-32 in base 62 with leading zeros', () => {
  // Calculated with zlib of Python.
  for (const key of [
    'assay_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp',
    'assay_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1yLcDB',
    'assay_qqqqqqqqqqqqqqqqqqqqqqqqqqz35100JxmU',
  ])
    expect([key, isWellFormedKey(key)]).toEqual([key, true])
})

test('recognizes a key with one changed, missing or added letter as mistyped', () => {
  const key = newApiKey()
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'x' ? 'y' : 'x'
    expect(isWellFormedKey(`${key.slice(0, at)}${other}${key.slice(at + 1)}`)).toBe(false)
    expect(isWellFormedKey(`${key.slice(0, at)}${key.slice(at + 1)}`)).toBe(false)
  }
  for (const text of ['', 'assay_', `${key} `, ` ${key}`, `${key}\n`, key.toUpperCase(), key.replace('assay_', '')])
    expect([text, isWellFormedKey(text)]).toEqual([text, false])
})

test('removes keys from a text, complete or not', () => {
  const key = newApiKey()
  expect(withoutApiKeys(`/api/sku/${key}/x and assay_half`)).toBe('/api/sku/assay_…/x and assay_…')
})
