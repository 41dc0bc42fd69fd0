// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SimulationAction } from './actions.ts'
import { runParameters, scenarioOf, scenarios } from './scenarios.ts'

test(
  'loses and repeats nothing with two devices on a bad network, and both end in the same state [OF03]',
  { timeout: 0 },
  () => fc.assert(scenarios({ devices: 2 }), runParameters(250)),
)

/** The second device has the record, and returns after its tombstone was deleted. */
const returnAfterRetention: SimulationAction[] = [
  { do: 'save', device: 0, tab: 0, record: 0, field: 'a', value: 1, bad: false },
  { do: 'sync', device: 0, tab: 0, plan: undefined },
  { do: 'sync', device: 1, tab: 0, plan: undefined },
  { do: 'save', device: 1, tab: 0, record: 1, field: 'b', value: 2, bad: false },
  { do: 'remove', device: 0, record: 0 },
  { do: 'sync', device: 0, tab: 0, plan: undefined },
  { do: 'deleteOld' },
]

test('deletes a record on a device that returns after the tombstone was deleted [OF03]', () =>
  scenarioOf({ devices: 2 }, returnAfterRetention))

test('detects a server that deletes tombstones without a reset of old cursors', () =>
  expect(scenarioOf({ devices: 2, without: { floor: true } }, returnAfterRetention)).rejects.toThrow(
    'DIFFERENT FROM THE SERVER',
  ))
