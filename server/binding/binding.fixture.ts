import type { Person, TestApp } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes } from '#server/order/order.fixture.ts'
import { bindingContract } from '#shared/binding/contract.ts'

export const bindings = (world: TestApp, person?: Person) => world.api(bindingContract, person)

/** A finished order of blank codes, as a print house receives them. */
export async function blankCodes(world: TestApp, person: Person, quantity: number) {
  const orderId = await orderOf(world, person, null, quantity)
  await generate(world, orderId)
  return { orderId, codes: await printedCodes(world, orderId) }
}
