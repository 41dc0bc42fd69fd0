// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { live } from './model/live.ts'
import { memoryServer, type Without } from './model/memory-server.ts'
import { mutants } from './model/mutants.ts'
import { steps } from './model/steps.ts'
import type { Mutant } from './model/world.ts'

/** `SYNC_MODEL_RUNS=500000` soaks; a seed that failed is repeated with `SYNC_MODEL_SEED`. */
const numRuns = Number(process.env.SYNC_MODEL_RUNS ?? 2500)
const seed = process.env.SYNC_MODEL_SEED
const merchantId = '0193a000-0000-7000-8000-0000000000aa'
const uuid = (digit: number) => `0193a000-0000-7000-8000-00000000000${digit}`
const owners = [1, 2].map((digit) => ({ userId: uuid(digit), merchantId }))
const records = [5, 6].map(uuid)

const stories = (variant: { without?: Without; mutant?: Mutant } = {}) =>
  fc.asyncProperty(steps, (story) =>
    live(story, { server: memoryServer(variant.without), owners, records, mutant: variant.mutant }),
  )

test('OF03 two phones, a bad network: nothing is lost, nothing happens twice, all end alike', { timeout: 0 }, () =>
  fc.assert(stories(), { numRuns, ...(seed && { seed: Number(seed) }) }),
)

const found = async (variant: Parameters<typeof stories>[0]) =>
  (await fc.check(stories(variant), { numRuns: 3000, endOnFailure: true })).failed

test('a server without a ledger is found out', { timeout: 0 }, async () => {
  expect(await found({ without: { ledger: true } })).toBe(true)
})

test.each(Object.entries(mutants))('found out: %s', { timeout: 0 }, async (_, mutant) => {
  expect(await found({ mutant })).toBe(true)
})
