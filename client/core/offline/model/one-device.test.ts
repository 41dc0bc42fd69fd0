// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runParameters, scenarios } from './scenarios.ts'
import { seededBugs } from './seeded-bugs.ts'

test('applies every operation once with one device, two tabs and a bad network [OF03]', { timeout: 0 }, () =>
  fc.assert(scenarios({ devices: 1 }), runParameters(500)),
)

/** More than enough runs to find the rarest of the bugs. */
const search = { numRuns: 5000, endOnFailure: true }

test('detects a server without an operation ledger', { timeout: 0 }, async () => {
  const { failed } = await fc.check(scenarios({ devices: 1, without: { ledger: true } }), search)
  expect(failed).toBe(true)
})

test('detects a server that forgets old operations', { timeout: 0 }, async () => {
  const { failed } = await fc.check(scenarios({ devices: 1, without: { compactLedger: true } }), search)
  expect(failed).toBe(true)
})

test.each(Object.entries(seededBugs))('detects the seeded bug: %s', { timeout: 0 }, async (_, mutant) => {
  const { failed } = await fc.check(scenarios({ devices: 1, mutant }), search)
  expect(failed).toBe(true)
})
