import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCodeSample } from './code-sample.ts'

const smallest = (addresses: string[], count: number) =>
  addresses.toSorted((a, b) => (a.slice(-8) < b.slice(-8) ? -1 : 1)).slice(0, count)

test('lets the codes with the smallest hashes of each SKU pass, and not many more', () => {
  const isSampled = createCodeSample(50)
  const addresses = Array.from({ length: 20_000 }, () => randomUUID())
  const passed = addresses.filter((address) => isSampled('many', address))
  expect(smallest(passed, 50)).toEqual(smallest(addresses, 50))
  expect(passed.length).toBeLessThan(1500)
  const few = addresses.slice(0, 60)
  expect(few.filter((address) => isSampled('few', address))).toEqual(few)
})
