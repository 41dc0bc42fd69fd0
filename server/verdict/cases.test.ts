import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { orderOf, productOf } from '#server/order/order.fixture.ts'
import { insightsContract } from '#shared/insights/contract.ts'
import { verdictContract } from '#shared/verdict/contract.ts'

let world: TestApp
let owner: Person
let skus: string[]
beforeAll(async () => {
  world = await testApp()
  owner = await world.approvedMerchant({ credit: 10 })
  skus = [await productOf(world, owner), await productOf(world, owner)]
  for (const skuId of skus) {
    const orderId = await orderOf(world, owner, skuId, 1)
    for (const at of ['2026-03-02T10:00:00Z', '2026-03-03T00:00:00Z', '2026-03-04T12:00:00Z'])
      await world.database.query(
        `insert into verdict_case (merchant_id, sku_id, order_id, address, level, reference, created_at)
         values ($1, $2, $3, $4, 'caution', $5, $6)`,
        [owner.merchantId, skuId, orderId, randomUUID(), randomUUID(), at],
      )
  }
})
afterAll(() => world.close())

const cases = (query: object, who = owner) => world.api(verdictContract, who).cases({ query })
const trademarkOf = async (skuId: string): Promise<string> =>
  (await world.database.query('select trademark_id as id from sku where id = $1', [skuId])).rows[0].id

test('lists the cases that the insights of a range, a product and a trademark count [IN02]', async () => {
  const range = { from: '2026-03-02T12:00:00Z', to: '2026-03-04T12:00:00Z' }
  const { rows, total } = await cases(range)
  expect([total, ...rows.map(({ createdAt }) => createdAt)]).toEqual([2, ...Array(2).fill('2026-03-03T00:00:00.000Z')])
  const trademarkId = await trademarkOf(skus[0]!)
  for (const filter of [{}, { skuId: skus[1] }, { trademarkId }, { skuId: skus[0], trademarkId }]) {
    const query = { ...range, to: '2026-03-05T00:00:00Z', ...filter }
    const { outliers } = await world.api(insightsContract, owner).read({ query: query as typeof range })
    expect(outliers.count).toBeGreaterThan(0)
    expect((await cases(query)).total).toBe(outliers.count)
  }
  for (const filter of [{ trademarkId: randomUUID() }, { skuId: skus[1], trademarkId }])
    expect((await cases({ ...range, ...filter })).total).toBe(0)
})

test("lists no case of another merchant's product or trademark [IN02]", async () => {
  const other = await world.approvedMerchant({ credit: 1 })
  const trademarkId = await trademarkOf(skus[0]!)
  for (const filter of [{ skuId: skus[0] }, { trademarkId }]) expect((await cases(filter, other)).total).toBe(0)
})
