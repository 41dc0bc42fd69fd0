// @vitest-environment node
import { expect, test } from 'vitest'
import { badRowsOf, withoutRows } from './bad-rows.ts'

const errors = [
  { row: 2, code: 'B', problem: 'active' as const },
  { row: 4, code: 'B', problem: 'duplicate' as const },
]

test('reads the rejected rows from the response of the server [CO06 LO01]', () => {
  const rejection = { code: 'activation.badRows', message: 'no', details: { count: 2, errors } }
  expect(badRowsOf(rejection)).toEqual({ count: 2, errors })
})

test('returns no bad rows when a list was rejected for another reason [CO06]', () => {
  expect(badRowsOf(undefined)).toBeUndefined()
  expect(badRowsOf({ code: 'sync.forbidden', message: 'no' })).toBeUndefined()
  expect(badRowsOf({ code: 'x', message: '', details: { count: 1, errors: [{ row: 'two' }] } })).toBeUndefined()
})

test('keeps the order of the remaining rows, and the first of two equal codes [CO06 LO01]', () => {
  expect(withoutRows(['A', 'B', 'C', 'C'], errors)).toEqual(['A', 'C'])
})
