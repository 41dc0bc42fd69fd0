// @vitest-environment node
import { expect, test } from 'vitest'
import { badRowsOf, withoutRows } from './bad-rows.ts'

const errors = [
  { row: 2, code: 'B', problem: 'active' as const },
  { row: 4, code: 'B', problem: 'duplicate' as const },
]

test('CO06 LO01 reads the rejected rows from the response of the server', () => {
  const rejection = { code: 'activation.badRows', message: 'no', details: { count: 2, errors } }
  expect(badRowsOf(rejection)).toEqual({ count: 2, errors })
})

test('CO06 returns no bad rows when a list was rejected for another reason', () => {
  expect(badRowsOf(undefined)).toBeUndefined()
  expect(badRowsOf({ code: 'sync.forbidden', message: 'no' })).toBeUndefined()
  expect(badRowsOf({ code: 'x', message: '', details: { count: 1, errors: [{ row: 'two' }] } })).toBeUndefined()
})

test('CO06 LO01 keeps the order of the remaining rows, and the first of two equal codes', () => {
  expect(withoutRows(['A', 'B', 'C', 'C'], errors)).toEqual(['A', 'C'])
})
