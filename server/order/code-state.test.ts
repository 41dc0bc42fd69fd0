import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { generate, orderOf, printedCodes, productOf } from './order.fixture.ts'
import { rangesOfState } from './service.ts'

/** Two whole blocks and a part of a third one. */
const quantity = 10_010
let world: TestApp
let person: Person
let orderId: string
let batchId: string
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 2 * quantity })
  orderId = await orderOf(world, person, await productOf(world, person), quantity)
  await generate(world, orderId)
  const codes = await printedCodes(world, orderId)
  // The first block is active, the second one but for its last code is not, and of the third one three codes are.
  const active = [...codes.slice(0, 5000), codes[9_999]!, ...codes.slice(10_007)]
  for (const part of [active.slice(0, 2500), active.slice(2500, 5000), active.slice(5000)]) {
    batchId = (await activate(world, person, part.toReversed())).id
    await activateWaitingBatch(world, batchId)
  }
})
afterAll(() => world.close())

async function downloaded(query: string): Promise<number[]> {
  const url = `/api/tag/download/${orderId}?serial=true&${query}`
  const { body } = await world.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } })
  return body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[1]))
}
const serials = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

test('downloads active and inactive codes by serial number across blocks [CO03]', async () => {
  expect(await downloaded('type=inactive&limit=3')).toEqual([5001, 5002, 5003])
  expect(await downloaded('type=inactive')).toEqual([...serials(5001, 9999), ...serials(10_001, 10_007)])
  const active = [...serials(1, 5000), 10_000, ...serials(10_008, 10_010)]
  expect(await downloaded('type=active')).toEqual(active)
  expect(await downloaded('type=active&limit=5001')).toEqual(active.slice(0, 5001))
  expect(await downloaded('type=all&limit=7')).toEqual(serials(1, 7))
})

test('leaves out blocks without codes of the state, unless activations are missing in the counts', async () => {
  const order = { id: orderId, generated: quantity, activated: 5004 }
  const ranges = (state: 'active' | 'inactive', from?: number, activated = order.activated) =>
    world.services.db.read.transaction((tx) => rangesOfState(tx, { ...order, activated }, state, from))
  expect(await ranges('inactive')).toEqual([
    { first: 5001, last: 10_000, certain: 4999 },
    { first: 10_001, last: 10_010, certain: 7 },
  ])
  expect((await ranges('active', 7)).map(({ first, certain }) => [first, certain])).toEqual([
    [7, undefined],
    [5001, 1],
    [10_001, 3],
  ])
  await world.database.query('delete from code_block where block = 1')
  expect((await ranges('inactive')).map(({ first, certain }) => [first, certain])).toEqual([
    [5001, undefined],
    [10_001, undefined],
  ])
  expect(await downloaded('type=active')).toContain(10_000)
  await world.database.query(
    `insert into code_block select order_id, 1, merchant_id, 1 from code_block where block = 0`,
  )
})

test('lists the codes of an order, of a product and of an activation page by page [CO05]', async () => {
  const api = world.api(activationContract, person)
  const last = await api.codes({ query: { orderId, page: 501, limit: 20 } })
  expect([last.total, last.rows.map(({ serial_no, state }) => [serial_no, state])]).toEqual([
    quantity,
    [...serials(10_001, 10_007).map((n) => [n, 'Inactive']), ...serials(10_008, 10_010).map((n) => [n, 'Active'])],
  ])
  expect((await api.codes({ query: { orderId, page: 502, limit: 20 } })).rows).toEqual([])
  const batch = await api.codes({ query: { activeBatchId: batchId, page: 2, limit: 3 } })
  expect([batch.total, batch.rows.map(({ serial_no }) => serial_no)]).toEqual([4, [10_000]])
  const { rows } = await world.database.query('select sku_id from code_order where id = $1', [orderId])
  const ofBoth = await api.codes({ query: { activeBatchId: batchId, skuId: rows[0].sku_id } })
  expect(ofBoth.rows.map(({ serial_no }) => serial_no)).toEqual([10_000, 10_008, 10_009, 10_010])

  const second = await orderOf(world, person, rows[0].sku_id, 5)
  await generate(world, second)
  const across = await api.codes({ query: { skuId: rows[0].sku_id, page: 2003, limit: 5 } })
  const [first] = [orderId, second].toSorted()
  expect(across.total).toBe(quantity + 5)
  expect(across.rows.map(({ serial_no }) => serial_no)).toEqual(
    first === orderId ? serials(1, 5) : serials(10_006, 10_010),
  )
})
