// @vitest-environment node
import fc from 'fast-check'
import { test } from 'vitest'
import { checkAlways, checkHealed } from './model/invariants.ts'
import { memoryServer, type Without } from './model/memory-server.ts'
import { type Step, steps } from './model/steps.ts'
import { type Mutant, World } from './model/world.ts'

const runs = Number(process.env.SYNC_MODEL_RUNS ?? 5000)
const merchantId = '0193a000-0000-7000-8000-0000000000aa'
const owners = [1, 2].map((digit) => ({ userId: `0193a000-0000-7000-8000-00000000000${digit}`, merchantId }))
const records = [5, 6].map((digit) => `0193a000-0000-7000-8000-00000000000${digit}`)

async function live(story: readonly Step[], { without, mutant }: { without?: Without; mutant?: Mutant } = {}) {
  const world = new World(memoryServer(without), owners, records, mutant)
  try {
    for (const step of story) {
      await world.run(step)
      await checkAlways(world)
    }
    await world.heal(5)
    await checkAlways(world)
    await checkHealed(world)
  } finally {
    world.close()
  }
}

const property = (variant: Parameters<typeof live>[1] = {}) => fc.asyncProperty(steps, (story) => live(story, variant))

test(
  `OF03 ${runs} stories of two phones and a bad network: nothing is lost, nothing happens twice`,
  { timeout: 0 },
  () => fc.assert(property(), { numRuns: runs }),
)
