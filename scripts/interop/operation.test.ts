import { describe, expect, test } from 'vitest'
import operations from '#interop/operation.json' with { type: 'json' }
import type { SyncCall } from '#server/sync/entity.ts'
import { validateOperations } from '#server/sync/push/validate-ops.ts'
import type { Push } from '#shared/sync/contract.ts'
import { canonicalOperation, Operation, operationHash } from '#shared/sync/operation.ts'

const [{ operation: first }] = operations.valid as [(typeof operations.valid)[number]]
const call = { actor: { id: first.userId }, merchantId: first.merchantId } as unknown as SyncCall

/** `operation`: as a device stores it. `sha256`: as it sends it. */
type Sent = { operation: object; sha256: string }

const readers: { reader: string; accepts(sent: Sent): boolean | Promise<boolean> }[] = [
  {
    reader: 'server',
    accepts({ operation, sha256 }) {
      const ops = [{ ...operation, hash: sha256 }] as unknown as Push['ops']
      const { valid, results } = validateOperations(call, { ops } as Push, () => ({ code: '', message: '' }))
      return valid.length === 1 && results.size === 0
    },
  },
  {
    reader: 'device',
    async accepts({ operation, sha256 }) {
      const { success, data } = Operation.safeParse(operation)
      return success && (await operationHash(data)) === sha256
    },
  },
]

describe.each(readers)('$reader', ({ accepts }) => {
  test.each(operations.valid)('accepts an operation: $why [OF03]', async (sent) => {
    expect(await accepts(sent)).toBe(true)
  })

  test.each(operations.invalid)('rejects an operation: $why [OF03]', async (sent) => {
    expect(await accepts(sent)).toBe(false)
  })
})

test.each(operations.valid)('writes the canonical text of an operation: $why [OF03]', ({ operation, text }) => {
  expect(canonicalOperation(operation as Operation)).toBe(text)
})
