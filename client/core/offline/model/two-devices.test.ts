// @vitest-environment node
import fc from 'fast-check'
import { test } from 'vitest'
import { runParameters, scenarios } from './scenarios.ts'

test('OF03 two phones on a bad network lose and repeat nothing, and end in the same state', { timeout: 0 }, () =>
  fc.assert(scenarios({ phones: 2 }), runParameters(1000)),
)
