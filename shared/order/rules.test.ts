import { expect, test } from 'vitest'
import { amountProblem, countCodes, creditFor, isBeingGenerated } from './rules.ts'

test('accepts a whole number up to the number of filtered codes as an amount [CO04]', () => {
  const order = { quantity: 10, activated: 4 }
  expect([countCodes(order, 'all'), countCodes(order, 'inactive'), countCodes(order, 'active')]).toEqual([10, 6, 4])
  expect(amountProblem(undefined, 6)).toBeUndefined()
  expect(amountProblem(6, 6)).toBeUndefined()
  expect(amountProblem(7, 6)).toBe('exceeded')
  expect(amountProblem(-1, 6)).toBe('invalid')
  expect(amountProblem(1.5, 6)).toBe('invalid')
})

test('requires enough unexpired credit for an order [CO01]', () => {
  const balance = { usedCodes: 0, remainingCodes: 100, remainingDays: 5, validity: 14, trial: true, isActive: true }
  expect(creditFor(100, balance)).toBe('enough')
  expect(creditFor(101, balance)).toBe('insufficient')
  expect(creditFor(1, { ...balance, remainingDays: 0 })).toBe('expired')
  expect(creditFor(1, { ...balance, remainingDays: -3, trial: false })).toBe('expired')
})

test('reports insufficient, not expired, credit for a merchant without any credit yet [CO01]', () => {
  const never = { usedCodes: 0, remainingCodes: 0, remainingDays: 0, validity: 0, trial: false, isActive: true }
  expect(creditFor(1, never)).toBe('insufficient')
})

test.each([
  { state: 'queued', expected: true },
  { state: 'running', expected: true },
  { state: 'done', expected: false },
  { state: 'failed', expected: false },
] as const)('says that an order is generated: $expected when it is $state [CO03]', ({ state, expected }) => {
  expect(isBeingGenerated({ state })).toBe(expected)
})
