// @vitest-environment node
import fc from 'fast-check'
import { test } from 'vitest'
import { runParameters, scenarios } from './scenarios.ts'

test(
  'OF03 loses and repeats nothing with two devices on a bad network, and both end in the same state',
  { timeout: 0 },
  () => fc.assert(scenarios({ devices: 2 }), runParameters(1000)),
)
