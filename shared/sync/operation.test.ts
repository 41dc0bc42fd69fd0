import { expect, test } from 'vitest'
import operations from '#interop/operation.json' with { type: 'json' }
import { type Operation, operationHash } from './operation.ts'

test('gives the same hash for a value that is absent and one that is undefined', async () => {
  const { operation, sha256 } = operations.valid[0]!
  const stored = {
    ...operation,
    formRev: undefined,
    patch: { ...operation.patch, name: { from: undefined, to: 'Café' } },
  }
  expect(await operationHash(stored as unknown as Operation)).toBe(sha256)
})
