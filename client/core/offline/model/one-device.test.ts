// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runParameters, scenarios } from './scenarios.ts'
import { seededBugs } from './seeded-bugs.ts'

test('OF03 loses and repeats nothing with one phone, two tabs and a bad network', { timeout: 0 }, () =>
  fc.assert(scenarios({ phones: 1 }), runParameters(4000)),
)

/** Enough for the rarest of them many times over. */
const search = { numRuns: 5000, endOnFailure: true }

test('the model detects a server without an operation ledger', { timeout: 0 }, async () => {
  const { failed } = await fc.check(scenarios({ phones: 1, without: { ledger: true } }), search)
  expect(failed).toBe(true)
})

test.each(Object.entries(seededBugs))('the model detects: %s', { timeout: 0 }, async (_, mutant) => {
  const { failed } = await fc.check(scenarios({ phones: 1, mutant }), search)
  expect(failed).toBe(true)
})
