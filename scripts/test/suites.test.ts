import { expect, test } from 'vitest'
import { readPlaywright, readVitest } from './reports.ts'
import { suite } from './step.ts'

test('a test file that cannot be loaded counts as a failure', () => {
  const testResults = [
    { name: '/a/broken.test.ts', status: 'failed', assertionResults: [] },
    { name: '/a/whole.test.ts', status: 'passed', assertionResults: [{ fullName: 'it holds', status: 'passed' }] },
  ]
  const report = readVitest({ numPassedTests: 1, numFailedTests: 0, testResults })
  expect(report).toMatchObject({ passed: 1, failed: 1, tests: [{ title: 'it holds', passed: true }] })
})

test('a browser test that passed when repeated counts as passed, one that failed twice as failed', () => {
  const inner = { file: 'road.e2e.ts', specs: [{ title: 'the road', ok: false }] }
  const suites = [{ file: 'road.e2e.ts', specs: [], suites: [inner] }]
  const report = { stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [], suites }
  const tests = [{ file: 'client/e2e/road.e2e.ts', title: 'the road', passed: false }]
  expect(readPlaywright(report)).toEqual({ passed: 4, failed: 1, tests })
})

test('a browser run that ended before its tests is a failure', () => {
  const report = { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [{ message: 'no server' }], suites: [] }
  expect(readPlaywright(report)).toEqual({ passed: 0, failed: 1, tests: [] })
})

test.each([
  ['a suite without a test fails', { code: 0, passed: 0, failed: 0 }, 1],
  ['a suite that ends badly without naming a test fails', { code: 1, passed: 9, failed: 0 }, 1],
  ['failures are counted once', { code: 1, passed: 9, failed: 2 }, 2],
  ['a good suite has no failure', { code: 0, passed: 9, failed: 0 }, 0],
])('%s', async (_, counts, failed) => {
  expect((await suite('suite', async () => counts)).failed).toBe(failed)
})
