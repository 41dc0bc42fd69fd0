import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { demoSkuNames, skuContract } from '#shared/sku/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

/** As the first start does: in a process of its own, where drawing pictures is not yet blocked. */
async function seed(): Promise<void> {
  const { databaseUrl, dataDir } = world.services.config
  const program = `import { seed } from '#scripts/seed.ts'; await seed(process.env)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      BITCOIN_RPC_URL: 'http://assay:assay@127.0.0.1:9',
      CATAPULT_URL: 'http://127.0.0.1:9',
      CODE_KEY: '11'.repeat(32),
      JWT_SECRET: 'x'.repeat(40),
      BITCOIN_KEY: '22'.repeat(32),
      CATAPULT_KEY: '33'.repeat(32),
    },
  })
}

test('SK06 the three products of the seeded demo merchant are shown to anybody, and nothing else is', async () => {
  const anybody = world.api(skuContract)
  expect(await anybody.demo({ query: {} })).toEqual({ rows: [], total: 0 })
  await seed()
  const person = await world.confirmedMerchant()
  for (const caller of [anybody, world.api(skuContract, person)]) {
    const { rows, total } = await caller.demo({ query: {} })
    expect(rows.map(({ name }) => name)).toEqual([...demoSkuNames])
    expect(total).toBe(3)
  }
  expect((await world.api(skuContract, person).list({ query: {} })).total).toBe(0)
})
