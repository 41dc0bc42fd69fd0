import fc from 'fast-check'
import { actionSequences, type SimulationAction } from './actions.ts'
import { type DisabledParts, memoryServer } from './memory-server.ts'
import { runScenario } from './runner.ts'
import type { SeededBug } from './simulation.ts'

const uuid = (digit: number) => `0193a000-0000-7000-8000-00000000000${digit}`
const merchantId = uuid(9)
const records = [uuid(5), uuid(6)]

type Variant = { devices: number; without?: DisabledParts; mutant?: SeededBug }

/** Random scenarios of devices of one merchant with the server in memory. */
export function scenarios(variant: Variant) {
  return fc.asyncProperty(actionSequences, (scenario) => scenarioOf(variant, scenario))
}

/** The same for a given scenario. */
export function scenarioOf(
  { devices, without, mutant }: Variant,
  scenario: readonly SimulationAction[],
): Promise<void> {
  const owners = Array.from({ length: devices }, (_, device) => ({ userId: uuid(device + 1), merchantId }))
  return runScenario(scenario, { server: memoryServer(without), owners, records, mutant })
}

/**
 * The number of scenarios of a test. `SYNC_MODEL_RUNS=400` multiplies it, for a run of hours. `SYNC_MODEL_SEED` and
 * `SYNC_MODEL_PATH` repeat the scenario that a failure names.
 */
export function runParameters(numRuns: number): fc.Parameters<[unknown]> {
  const { SYNC_MODEL_RUNS: times = '1', SYNC_MODEL_SEED: seed, SYNC_MODEL_PATH: path } = process.env
  return { numRuns: numRuns * Number(times), ...(seed && { seed: Number(seed) }), ...(path && { path }) }
}
