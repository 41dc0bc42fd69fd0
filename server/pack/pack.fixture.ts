import type { Person, TestApp } from '#server/core/test/harness.ts'
import { packContract } from '#shared/pack/contract.ts'

export const packs = (world: TestApp, person?: Person) => world.api(packContract, person)

export const packCase = (world: TestApp, person: Person, contents: string[]) =>
  packs(world, person).create({ body: { kind: 'case', contents } })
