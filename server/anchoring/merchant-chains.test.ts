import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { startAnchoring } from '#server/anchoring/start.ts'
import { type DevelopmentChains, startChains } from '#server/anchoring/test/development-chains.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { codeCardContract } from '#shared/verdict/code-card.ts'

let chains: DevelopmentChains
let world: TestApp
let owner: Person
let anchoring: ReturnType<typeof startAnchoring>

beforeAll(async () => {
  chains = await startChains()
  world = await testApp({ config: chains.config })
  owner = await fieldMerchant(world, { credit: 1 })
  anchoring = startAnchoring(world.services)
})
afterAll(async () => {
  await anchoring?.stop()
  await world?.close()
  await chains?.close()
})

test('shows a merchant that a batch is final on both chains [VE03]', async () => {
  const orderId = await orderOf(world, owner, await productOf(world, owner), 1)
  await generate(world, orderId)
  const codes = await printedCodes(world, orderId)
  const { id } = await activate(world, owner, codes)
  await activateWaitingBatch(world, id)
  const ofBatch = () => world.api(activationContract, owner).chains({ params: { id } })
  const ofCode = () => world.api(codeCardContract, owner).read({ query: { a: codes[0]! } })
  for (const read of [ofBatch, ofCode]) {
    await expect
      .poll(async () => (await read()).chains?.map(({ state }) => state), { timeout: 60_000, interval: 200 })
      .toEqual(['SUCCESS', 'SUCCESS'])
  }
})
