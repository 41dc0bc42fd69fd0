import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical } from './canonical.ts'

test('the text is JSON of the same data', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('order of keys and absent values make no difference, everything else does', () => {
  expect(canonical({ b: [1, { d: undefined, c: null }], a: 'ж' })).toBe('{"a":"ж","b":[1,{"c":null}]}')
  expect(canonical({ a: new Date(0), b: [undefined] })).toBe('{"a":"1970-01-01T00:00:00.000Z","b":[null]}')
  expect(canonical(undefined)).toBe('null')
  expect(canonical({ a: 1 })).not.toBe(canonical({ a: '1' }))
})
