import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { orderContract } from '#shared/order/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'

const rows = 10_000

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp()
  person = await world.confirmedMerchant()
  for (const owner of [person, await world.confirmedMerchant()]) {
    const skuId = await productOf(world, owner)
    await world.database.query(
      `insert into sku (merchant_id, trademark_id, name, sku, details, created_at)
       select $1, (select trademark_id from sku where id = $2), 'Leaf ' || n, lpad(n::text, 5, '0'), '{}', now() - n * interval '1 minute'
       from generate_series(1, ${rows}) n`,
      [owner.merchantId, skuId],
    )
  }
  await world.database.query(
    `insert into code_order (merchant_id, order_id, sku_id, quantity, prefix, note, created_at)
     select merchant_id, 'N-' || sku, id, 10, substring(sha256(sku::bytea) from 1 for 5), name, created_at
     from sku where merchant_id = $1 and name like 'Leaf%'`,
    [person.merchantId],
  )
}, 60_000)
afterAll(() => world.close())

const number = (n: number) => String(n).padStart(5, '0')
const skus = async (query: object) => {
  const { rows, total } = await world.api(skuContract, person).list({ query })
  return { found: rows.map(({ sku }) => sku), total }
}
const orders = async (query: object) => {
  const { rows, total } = await world.api(orderContract, person).list({ query })
  return { found: rows.map(({ order_id }) => order_id.slice(2)), total }
}

test('counts and sorts the few results among 10,000 products, and none of another merchant [SK01]', async () => {
  // 00777, 07770 … 07779 and every tenth number with the same ending.
  const found = Array.from({ length: rows }, (_, n) => number(n + 1)).filter((sku) => sku.includes('777'))
  expect(await skus({ search: '777', limit: 100 })).toEqual({ found, total: found.length })
  expect(await skus({ search: '777', limit: 3, page: 2 })).toEqual({ found: found.slice(3, 6), total: found.length })
  expect(await skus({ search: '777', limit: 100, sort: '-sku' })).toEqual({
    found: found.toReversed(),
    total: found.length,
  })
  expect(await skus({ search: '777', page: 50 })).toEqual({ found: [], total: found.length })
  expect(await skus({ search: 'nowhere' })).toEqual({ found: [], total: 0 })
  expect(await orders({ search: '777', limit: 100 })).toEqual({ found, total: found.length })
})

test('returns the number of results and the requested page when a search has many results [SK01]', async () => {
  expect(await skus({ search: 'LEAF', limit: 2 })).toEqual({ found: [number(1), number(2)], total: rows })
  expect(await skus({ search: 'leaf', limit: 2, page: rows / 2 })).toEqual({
    found: [number(rows - 1), number(rows)],
    total: rows,
  })
  expect(await orders({ search: 'leaf', limit: 2, page: 2 })).toEqual({ found: [number(3), number(4)], total: rows })
})

test('returns every page without a search, also the last one [SK01]', async () => {
  expect(await skus({ limit: 200, page: rows / 200 })).toMatchObject({ total: rows + 1 })
  // The product of the fixture is the newest.
  expect((await skus({ limit: 2, page: rows / 2 + 1 })).found).toEqual([number(rows)])
  expect(await skus({ search: '', limit: 1, page: 2 })).toEqual({ found: [number(1)], total: rows + 1 })
})
