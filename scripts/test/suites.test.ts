import { expect, test } from 'vitest'
import { suite } from './step.ts'
import { countPlaywright, countVitest } from './suites.ts'

test('a test file that cannot be loaded counts as a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{}, {}] },
  ]
  expect(countVitest({ numPassedTests: 2, numFailedTests: 0, testResults })).toEqual({ passed: 2, failed: 1 })
})

test('a browser test that passed only when repeated counts as failed', () => {
  const report = { stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [] }
  expect(countPlaywright(report)).toEqual({ passed: 3, failed: 2 })
})

test('a browser run that ended before its tests is a failure', () => {
  const report = { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [{ message: 'no server' }] }
  expect(countPlaywright(report)).toEqual({ passed: 0, failed: 1 })
})

test.each([
  ['a suite without a test fails', { code: 0, passed: 0, failed: 0 }, 1],
  ['a suite that ends badly without naming a test fails', { code: 1, passed: 9, failed: 0 }, 1],
  ['failures are counted once', { code: 1, passed: 9, failed: 2 }, 2],
  ['a good suite has no failure', { code: 0, passed: 9, failed: 0 }, 0],
])('%s', async (_, counts, failed) => {
  expect((await suite('suite', async () => counts)).failed).toBe(failed)
})
