import type { Owner } from '#client/core/offline/database/database-name.ts'
import type { SimulationAction } from './actions.ts'
import { checkConvergence, checkSafety } from './invariants.ts'
import { type SeededBug, Simulation } from './simulation.ts'
import type { TestServer } from './test-server.ts'

type ScenarioSetup = { server: TestServer; owners: Owner[]; records: string[]; mutant?: SeededBug | undefined }

/** Runs one scenario: checks the invariants after every step, and again after recovery and elapsed time. */
export async function runScenario(
  scenario: readonly SimulationAction[],
  { server, owners, records, mutant }: ScenarioSetup,
): Promise<void> {
  const world = new Simulation(server, owners, records, mutant)
  try {
    for (const step of scenario) {
      await world.run(step)
      // The other devices did not change.
      await checkSafety(world, 'device' in step ? [world.devices[step.device % world.devices.length]!] : [])
    }
    await world.heal(5)
    await checkSafety(world)
    await checkConvergence(world)
  } finally {
    world.close()
  }
}
