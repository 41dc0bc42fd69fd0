import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { maxCustomizedSkus } from '#shared/customization/contract.ts'
import { customizations } from './customization.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

test('lists the own products with a page, drafts as such, and searches among all of them [CU04]', async () => {
  const [owner, stranger] = [await world.approvedMerchant(), await world.approvedMerchant()]
  const pages = customizations(world, owner)
  const [plain, draft, published] = [
    await productOf(world, owner),
    await productOf(world, owner),
    await productOf(world, owner),
  ]
  await pages.save({ params: { id: draft }, body: { isDraft: true } })
  await pages.save({ params: { id: published }, body: { isDraft: false } })
  const { rows, hasMore } = await pages.list({ query: {} })
  expect(hasMore).toBe(false)
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    [published, 'published'],
    [draft, 'draft'],
  ])
  expect(rows.map(({ id }) => id)).not.toContain(plain)
  expect((await customizations(world, stranger).list({ query: {} })).rows).toEqual([])
  // Many newer products with a page: the oldest one is found by its name.
  await world.database.query(
    `insert into sku (merchant_id, trademark_id, name, sku, details)
     select merchant_id, trademark_id, 'Copy ' || n, 'C-' || n, details
     from sku, generate_series(1, ${maxCustomizedSkus}) n where id = $1`,
    [published],
  )
  await world.database.query(`update sku set name = 'Cloud Oolong' where id = $1`, [draft])
  expect(await pages.list({ query: {} })).toMatchObject({ hasMore: true })
  expect(await pages.list({ query: { search: 'cloud OOL' } })).toMatchObject({ rows: [{ id: draft }], hasMore: false })
})
