import { expect, test } from 'vitest'
import { areFirstStepsDone, type FirstStep, type FirstStepsDone, firstSteps, nextFirstStep } from './first-steps.ts'

const doneOf = (...done: FirstStep[]) =>
  Object.fromEntries(firstSteps.map((step) => [step, done.includes(step)])) as FirstStepsDone

test('AU05 names one next step, and none while only the approval is waited for', () => {
  expect(nextFirstStep(doneOf())).toBe('email')
  expect(nextFirstStep(doneOf('email'))).toBe('business')
  expect(nextFirstStep(doneOf('email', 'business', 'trademark'))).toBe('product')
  expect(nextFirstStep(doneOf('email', 'business', 'trademark', 'product'))).toBeUndefined()
  expect(nextFirstStep(doneOf('email', 'business', 'trademark', 'product', 'approval'))).toBe('codes')
})

test('AU05 leads to the product before the codes, also when the approval came first', () => {
  expect(nextFirstStep(doneOf('email', 'business', 'trademark', 'approval'))).toBe('product')
})

test('AU05 is complete when the first label was scanned', () => {
  expect(areFirstStepsDone(doneOf(...firstSteps))).toBe(true)
  expect(areFirstStepsDone(doneOf(...firstSteps.slice(0, -1)))).toBe(false)
})
