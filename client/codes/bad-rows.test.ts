// @vitest-environment node
import { expect, test } from 'vitest'
import { badRowsOf, withoutRows } from './bad-rows.ts'

const errors = [
  { row: 2, code: 'B', problem: 'active' as const },
  { row: 4, code: 'B', problem: 'duplicate' as const },
]

test('CO06 LO01 the rows that the server refused are read from its answer', () => {
  const trouble = { code: 'activation.badRows', message: 'no', details: { count: 2, errors } }
  expect(badRowsOf(trouble)).toEqual({ count: 2, errors })
})

test('CO06 a list that was refused for another reason has no bad rows', () => {
  expect(badRowsOf(undefined)).toBeUndefined()
  expect(badRowsOf({ code: 'sync.forbidden', message: 'no' })).toBeUndefined()
  expect(badRowsOf({ code: 'x', message: '', details: { count: 1, errors: [{ row: 'two' }] } })).toBeUndefined()
})

test('CO06 LO01 what is left keeps its order, and the first of two equal codes', () => {
  expect(withoutRows(['A', 'B', 'C', 'C'], errors)).toEqual(['A', 'C'])
})
