import type { Owner } from '#client/core/offline/database.ts'
import { checkAlways, checkHealed } from './invariants.ts'
import type { Step } from './steps.ts'
import type { TestServer } from './test-server.ts'
import { type Mutant, World } from './world.ts'

type Stage = { server: TestServer; owners: Owner[]; records: string[]; mutant?: Mutant | undefined }

/** One story: what must hold is looked at after every step, and again when everything works and time has passed. */
export async function live(story: readonly Step[], { server, owners, records, mutant }: Stage): Promise<void> {
  const world = new World(server, owners, records, mutant)
  try {
    for (const step of story) {
      await world.run(step)
      // A phone that was not touched is as it was.
      await checkAlways(world, 'device' in step ? [world.phones[step.device % world.phones.length]!] : [])
    }
    await world.heal(5)
    await checkAlways(world)
    await checkHealed(world)
  } finally {
    world.close()
  }
}
