import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { seedDemo } from '#server/core/test/seed.ts'
import { demoSkuNames, skuContract } from '#shared/sku/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

test('shows exactly the three products of the seeded demo merchant without a sign-in [SK06]', async () => {
  const anybody = world.api(skuContract)
  expect(await anybody.demo({ query: {} })).toEqual({ rows: [], total: 0 })
  await seedDemo(world)
  const person = await world.confirmedMerchant()
  for (const caller of [anybody, world.api(skuContract, person)]) {
    const { rows, total } = await caller.demo({ query: {} })
    expect(rows.map(({ name }) => name)).toEqual([...demoSkuNames])
    expect(total).toBe(3)
  }
  expect((await world.api(skuContract, person).list({ query: {} })).total).toBe(0)
})
