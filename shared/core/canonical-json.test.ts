import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('produces JSON of the same data', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('ignores only the order of keys and absent values', () => {
  expect(canonicalJson({ b: [1, { d: undefined, c: null }], a: 'ж' })).toBe('{"a":"ж","b":[1,{"c":null}]}')
  expect(canonicalJson({ a: new Date(0), b: [undefined] })).toBe('{"a":"1970-01-01T00:00:00.000Z","b":[null]}')
  expect(canonicalJson(undefined)).toBe('null')
  expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }))
})
