import { expect, test } from 'vitest'
import { Operation, operationHash } from './operation.ts'

const id = (digit: string) => `0193a000-0000-7000-8000-00000000000${digit}`
const operation = Operation.parse({
  opId: id('1'),
  deviceId: id('2'),
  n: 1,
  userId: id('3'),
  merchantId: id('4'),
  entity: 'thing',
  recordId: id('5'),
  kind: 'create',
  baseVer: 0,
  patch: { name: { to: 'Café' }, 'answers/2': { from: undefined, to: [1, null] } },
  deps: [],
  blobs: [],
  payloadV: 1,
  capturedAt: '2026-11-21T08:00:00.000Z',
  tz: 'Asia/Kuala_Lumpur',
})

test('hashes the canonical JSON of an operation with SHA-256', async () => {
  // Computed with another implementation (Python's hashlib and json, sorted keys, UTF-8).
  expect(await operationHash(operation)).toBe('627ec28c319dba1cb56e2b655a59104207016692fddbfccfba25c2cbcf82fec9')
})

test('ignores the order of fields and additional fields of the device, and changes with every field of the operation', async () => {
  const hash = await operationHash(operation)
  const shuffled = Object.fromEntries(Object.entries(operation).reverse()) as Operation
  expect(await operationHash(shuffled)).toBe(hash)
  expect(await operationHash({ ...operation, at: 7, state: 'ready' } as Operation)).toBe(hash)
  expect(await operationHash(JSON.parse(JSON.stringify(operation)))).toBe(hash)
  const others: Partial<Operation>[] = [
    { opId: id('9') },
    { n: 2 },
    { kind: 'update' },
    { baseVer: 1 },
    { patch: { name: { to: 'Cafe' } } },
    { deps: [id('9')] },
    { supersedes: id('9') },
  ]
  const hashes = await Promise.all(others.map((other) => operationHash({ ...operation, ...other })))
  expect(new Set([hash, ...hashes]).size).toBe(others.length + 1)
})
