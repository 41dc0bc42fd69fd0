import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { bindingEntity } from '#shared/binding/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { blankCodes } from './binding.fixture.ts'

let world: TestApp
let person: Person
let tea: string
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 100 })
  tea = await productOf(world, person)
  codes = (await blankCodes(world, person, 30)).codes
})
afterAll(() => world.close())

const device = () => syncingDevice(world, person, bindingEntity)
const take = (count: number) => codes.splice(0, count)
const create = (set: object) => ({
  kind: 'create',
  recordId: uuid7(),
  set: { skuId: tea, replace: false, createdAt: new Date().toISOString(), ...set },
})

test('binds a range that was scanned offline once, and tells other devices how many codes it had', async () => {
  const [me, other] = [device(), device()]
  await other.pull()
  const scannedCodes = take(5)
  const request = create({ range: { first: scannedCodes[0]!, last: scannedCodes[4]! } })
  const op = await me.op(request)
  expect(await me.send(op)).toMatchObject([{ status: 'applied' }])
  expect(await me.send(op)).toMatchObject([{ status: 'duplicate' }])
  const pulled = (await other.pull()).find(({ id }) => id === request.recordId)
  expect(pulled?.data).toMatchObject({ skuId: tea, sku: { name: 'Tea' }, quantity: 5, changed: 5 })
})

test('rejects codes that another device bound to another product meanwhile, and sends the correction', async () => {
  const coffee = await productOf(world, person)
  const list = take(2)
  await device().does(create({ addressList: list }))
  const me = device()
  const late = create({ skuId: coffee, addressList: list })
  const rejected = await me.does(late)
  expect(rejected).toMatchObject({
    status: 'rejected',
    code: 'binding.badRows',
    details: { count: 2, errors: [{ row: 1, problem: 'bound', product: 'Tea' }, { row: 2 }] },
  })
  expect(await me.does({ ...late, set: { ...late.set, replace: true } })).toMatchObject({ status: 'applied' })
})
