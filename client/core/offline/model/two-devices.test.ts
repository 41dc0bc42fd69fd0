// @vitest-environment node
import fc from 'fast-check'
import { test } from 'vitest'
import { runParameters, scenarios } from './scenarios.ts'

test('OF03 two phones, a bad network: nothing is lost, nothing happens twice, all end alike', { timeout: 0 }, () =>
  fc.assert(scenarios({ phones: 2 }), runParameters(1000)),
)
