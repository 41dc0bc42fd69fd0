import { expect, test } from 'vitest'
import { formatCounts, suite, total } from './step.ts'

test.each([
  ['a suite without a test fails', { code: 0, passed: 0, failed: 0, skipped: [] }, 1],
  ['a suite that ends badly without naming a test fails', { code: 1, passed: 9, failed: 0, skipped: [] }, 1],
  ['failures are counted once', { code: 1, passed: 9, failed: 2, skipped: [] }, 2],
  ['a good suite has no failure', { code: 0, passed: 9, failed: 0, skipped: [] }, 0],
  ['a suite whose tests were all skipped has no failure', { code: 0, passed: 0, failed: 0, skipped: ['one'] }, 0],
])('%s', async (_, counts, failed) => {
  expect((await suite('suite', async () => counts)).failed).toBe(failed)
})

test('the closing line names skipped tests only where there are some', () => {
  const counts = { passed: 2, failed: 0, skipped: 0 }
  expect(formatCounts(counts)).toBe('2 passed, 0 failed')
  expect(formatCounts(total([counts, { passed: 1, failed: 1, skipped: 8 }]))).toBe('3 passed, 1 failed, 8 skipped')
})
