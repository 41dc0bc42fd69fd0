import type { Person, TestApp } from '#server/core/test/harness.ts'
import { type LogisticInput, logisticContract } from '#shared/logistic/contract.ts'

export const logistics = (world: TestApp, person?: Person) => world.api(logisticContract, person)

export function ship(world: TestApp, person: Person, addresses: string[], input: Partial<LogisticInput> = {}) {
  const body = { recipient: 'Tea House', manufacturer_id: null, addresses, ...input }
  return logistics(world, person).create({ body })
}
