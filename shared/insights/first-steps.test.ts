import { expect, test } from 'vitest'
import {
  areFirstStepsDone,
  awaitedPlans,
  type FirstStep,
  type FirstStepsState,
  firstSteps,
  nextFirstStep,
} from './first-steps.ts'

const doneOf = (...done: FirstStep[]): FirstStepsState => ({
  ...(Object.fromEntries(firstSteps.map((step) => [step, done.includes(step)])) as Record<FirstStep, boolean>),
  awaitedPlan: null,
})

test('names one next step, and none while only the approval is waited for [AU05]', () => {
  expect(nextFirstStep(doneOf())).toBe('email')
  expect(nextFirstStep(doneOf('email'))).toBe('business')
  expect(nextFirstStep(doneOf('email', 'business', 'trademark'))).toBe('product')
  expect(nextFirstStep(doneOf('email', 'business', 'trademark', 'product', 'plan'))).toBeUndefined()
  expect(nextFirstStep(doneOf('email', 'business', 'trademark', 'product', 'plan', 'approval'))).toBe('codes')
})

test('leads to the plans while the approval is waited for, and before the codes [AU05]', () => {
  expect(nextFirstStep(doneOf('email', 'business', 'trademark', 'product'))).toBe('plan')
  expect(nextFirstStep(doneOf('email', 'business', 'trademark', 'product', 'approval'))).toBe('plan')
})

test('names no step while a plan was asked for or comes with the approval [AU05]', () => {
  for (const awaitedPlan of awaitedPlans) {
    expect(nextFirstStep({ ...doneOf('email', 'business', 'trademark', 'product'), awaitedPlan })).toBeUndefined()
    expect(nextFirstStep({ ...doneOf('email', 'business', 'trademark'), awaitedPlan })).toBe('product')
  }
  const asked = {
    ...doneOf('email', 'business', 'trademark', 'product', 'approval'),
    awaitedPlan: 'requested' as const,
  }
  expect(nextFirstStep(asked)).toBeUndefined()
})

test('leads to the product before the codes, also when the approval came first [AU05]', () => {
  expect(nextFirstStep(doneOf('email', 'business', 'trademark', 'approval'))).toBe('product')
})

test('is complete when the first label was scanned [AU05]', () => {
  expect(areFirstStepsDone(doneOf(...firstSteps))).toBe(true)
  expect(areFirstStepsDone(doneOf(...firstSteps.slice(0, -1)))).toBe(false)
})
