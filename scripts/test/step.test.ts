import { expect, test } from 'vitest'
import { suite } from './step.ts'

test.each([
  ['a suite without a test fails', { code: 0, passed: 0, failed: 0 }, 1],
  ['a suite that ends badly without naming a test fails', { code: 1, passed: 9, failed: 0 }, 1],
  ['failures are counted once', { code: 1, passed: 9, failed: 2 }, 2],
  ['a good suite has no failure', { code: 0, passed: 9, failed: 0 }, 0],
])('%s', async (_, counts, failed) => {
  expect((await suite('suite', async () => counts)).failed).toBe(failed)
})
