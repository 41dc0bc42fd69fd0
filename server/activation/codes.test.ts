import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { activate, activateWaitingBatch } from './activation.fixture.ts'

let world: TestApp
let person: Person
let skuId: string
let orderId: string
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 100 })
  skuId = await productOf(world, person, { sku_details: { Origin: 'Pahang' }, sku_details_order: ['Origin'] })
  orderId = await orderOf(world, person, skuId, 3)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
})
afterAll(() => world.close())

const preview = (caller: Person, a: string) => world.api(activationContract, caller).preview({ query: { a } })

test('previews the order, the whole product and the state for a URL and for a bare code [CO05]', async () => {
  const { order_id } = await world.api(orderContract, person).read({ params: { id: orderId } })
  const letters = codes[0]!.split('/V/')[1]!
  const fromAddress = await preview(person, letters.slice(0, 26))
  expect(fromAddress).toMatchObject({
    address: letters.slice(0, 26),
    serial_no: 1,
    state: 'Inactive',
    order: { order_id, sku: { id: skuId, name: 'Tea', details: { sku_details: { Origin: 'Pahang' } } } },
  })
  expect(await preview(person, codes[0]!)).toEqual(fromAddress)
  const { id } = await activate(world, person, [codes[0]!])
  expect((await preview(person, codes[0]!)).state).toBe('Pending')
  await activateWaitingBatch(world, id)
  expect((await preview(person, codes[0]!)).state).toBe('Active')
})

test("reports foreign codes, another code's secret and plain words as the same invalid code [CO05]", async () => {
  const other = await world.approvedMerchant()
  const mixed = codes[0]!.slice(0, -16) + codes[1]!.slice(-16)
  const invalid = { status: 404, code: 'activation.invalidCode', message: 'Invalid code' }
  await expect(preview(other, codes[0]!)).rejects.toMatchObject(invalid)
  await expect(preview(person, mixed)).rejects.toMatchObject(invalid)
  await expect(preview(person, 'not a code')).rejects.toMatchObject(invalid)
})

test('lists codes by order, by product and by activation, and requires one of them [CO05]', async () => {
  const secondOrder = await orderOf(world, person, skuId, 2)
  await generate(world, secondOrder)
  const ownApi = world.api(activationContract, person)
  expect((await ownApi.codes({ query: { orderId: secondOrder } })).rows.map(({ serial_no }) => serial_no)).toEqual([
    1, 2,
  ])
  expect((await ownApi.codes({ query: { skuId } })).total).toBe(5)
  expect((await ownApi.codes({ query: { skuId, orderId: secondOrder } })).total).toBe(2)
  await expect(ownApi.codes({ query: {} })).rejects.toMatchObject({ status: 400 })
  const otherApi = world.api(activationContract, await world.approvedMerchant())
  expect(await otherApi.codes({ query: { skuId } })).toEqual({ rows: [], total: 0 })
})
