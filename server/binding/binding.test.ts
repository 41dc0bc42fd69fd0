import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch, activateWaitingRun } from '#server/activation/activation.fixture.ts'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { packCase } from '#server/pack/pack.fixture.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { activationRunContract } from '#shared/activation/run-contract.ts'
import { insightsContract } from '#shared/insights/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { noProduct } from '#shared/scan/no-product.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { verifyContract } from '#shared/verify/contract.ts'
import { bindings, blankCodes } from './binding.fixture.ts'

let world: TestApp
let person: Person
let tea: string
let coffee: string
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 1000 })
  tea = await productOf(world, person)
  coffee = await productOf(world, person)
  await world.database.query(`update sku set name = 'Coffee' where id = $1`, [coffee])
})
afterAll(() => world.close())

const bind = (skuId: string, addressList: string[], replace = false) =>
  bindings(world, person).create({ body: { skuId, addressList, replace } })
const scanned = async (url: string) => {
  const { address, secret } = parseCode(url)!
  return world.api(verifyContract).verify({ query: { a: address, p: secret! } as never })
}
const problemsOf = (error: { details: { errors: { row: number; problem: string; product?: string }[] } }) =>
  error.details.errors.map(({ row, problem, product }) => [row, problem, ...(product ? [product] : [])])
const rejection = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('was accepted'),
    (error) => error,
  )

test('orders blank codes for credit, and refuses what needs a product', async () => {
  const orders = world.api(orderContract, person)
  const order = await orders.create({ body: { skuId: null, quantity: 5 } })
  expect(order).toMatchObject({ skuId: null, sku: null, quantity: 5, link: 'assay', gtin: null })
  expect(await orders.list({ query: { search: order.order_id } })).toMatchObject({ rows: [{ sku: null }], total: 1 })
  for (const wrong of [{ link: 'gs1' as const }, { ownSerials: true }]) {
    await expect(orders.create({ body: { skuId: null, quantity: 5, ...wrong } })).rejects.toMatchObject({ status: 400 })
  }
  const newcomer = await world.confirmedMerchant()
  await expect(world.api(orderContract, newcomer).create({ body: { skuId: null, quantity: 5 } })).rejects.toMatchObject(
    { code: 'order.unverified' },
  )
})

test('tells a shopper that a blank code is not active, and shows its product once it is activated', async () => {
  const { codes } = await blankCodes(world, person, 2)
  expect(await scanned(codes[0]!)).toMatchObject({ verdict: 'not_active', product: null })
  const today = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() }
  const scansOf = (skuId: string) => world.api(insightsContract, person).scans({ query: { ...today, skuId } })
  expect(await scansOf(noProduct)).toMatchObject({ rows: [{ SKU: '', Action: 'VERIFY' }], total: 1 })
  await bind(tea, codes)
  expect(await scanned(codes[0]!)).toMatchObject({ verdict: 'not_active', product: { name: 'Tea' } })
  const { id } = await activate(world, person, codes)
  await activateWaitingBatch(world, id)
  expect(await scanned(codes[0]!)).toMatchObject({ verdict: 'genuine', product: { name: 'Tea' } })
  // A scan keeps what its code was then.
  expect([(await scansOf(noProduct)).total, (await scansOf(tea)).total]).toEqual([1, 2])
})

test('binds a range given by its ends in any order, and the same again without a change', async () => {
  const { codes, orderId } = await blankCodes(world, person, 12)
  const range = { first: codes[9]!, last: codes[2]! }
  const call = (skuId: string) => bindings(world, person).create({ body: { skuId, range } })
  expect(await call(tea)).toMatchObject({ skuId: tea, quantity: 8, changed: 8 })
  expect(await call(tea)).toMatchObject({ quantity: 8, changed: 0 })
  const { rows } = await world.api(activationContract, person).codes({ query: { orderId, limit: 20 } })
  expect(rows.map(({ sku }) => sku?.name ?? null)).toEqual([
    ...[null, null],
    ...Array.from({ length: 8 }, () => 'Tea'),
    ...[null, null],
  ])
})

test('refuses codes of another product by row, and corrects them on request until they are active', async () => {
  const { codes } = await blankCodes(world, person, 4)
  await bind(tea, codes.slice(0, 3))
  const refused = await rejection(bind(coffee, codes))
  expect(refused).toMatchObject({ code: 'binding.badRows', details: { count: 3 } })
  expect(problemsOf(refused)).toEqual([
    [1, 'bound', 'Tea'],
    [2, 'bound', 'Tea'],
    [3, 'bound', 'Tea'],
  ])
  expect(await bind(coffee, codes, true)).toMatchObject({ quantity: 4, changed: 4 })
  const { id } = await activate(world, person, codes.slice(0, 2))
  expect(problemsOf(await rejection(bind(tea, codes, true)))).toEqual([
    [1, 'pending', 'Coffee'],
    [2, 'pending', 'Coffee'],
  ])
  await activateWaitingBatch(world, id)
  expect(problemsOf(await rejection(bind(tea, codes, true)))).toEqual([
    [1, 'active', 'Coffee'],
    [2, 'active', 'Coffee'],
  ])
  expect(await brokenInvariants(world)).toEqual({})
})

test('names codes that are no blank codes of the merchant, and changes nothing', async () => {
  const { codes } = await blankCodes(world, person, 2)
  const other = await blankCodes(world, person, 2)
  const ordered = await orderOf(world, person, tea, 1)
  await generate(world, ordered)
  const [ofTea] = await printedCodes(world, ordered)
  const stranger = await world.approvedMerchant({ credit: 10 })
  await productOf(world, stranger)
  const [theirs] = (await blankCodes(world, stranger, 1)).codes
  const refused = await rejection(bind(coffee, [codes[0]!, ofTea!, theirs!, 'word', codes[0]!]))
  expect(problemsOf(refused)).toEqual([
    [2, 'ordered', 'Tea'],
    [3, 'unknown'],
    [4, 'unreadable'],
    [5, 'duplicate'],
  ])
  const range = { first: codes[0]!, last: other.codes[1]! }
  const apart = await rejection(bindings(world, person).create({ body: { skuId: coffee, range } }))
  expect(problemsOf(apart)).toEqual([[2, 'otherOrder']])
  await expect(
    bindings(world, stranger).create({ body: { skuId: coffee, addressList: [theirs!] } }),
  ).rejects.toMatchObject({ code: 'binding.noSku', status: 404 })
  expect((await bindings(world, person).check({ body: { skuId: coffee, addressList: codes } })).errors).toEqual([])
})

test('activates bound codes only: a list with others is refused by row, an order leaves them out', async () => {
  const { codes, orderId } = await blankCodes(world, person, 6)
  const runs = world.api(activationRunContract, person)
  await expect(runs.start({ body: { orderId }, idempotencyKey: randomUUID() })).rejects.toMatchObject({
    code: 'activationRun.unbound',
  })
  await bind(tea, codes.slice(0, 2))
  await bind(coffee, codes.slice(2, 4))
  const refused = await rejection(activate(world, person, codes))
  expect(refused).toMatchObject({ code: 'activation.badRows' })
  expect(problemsOf(refused)).toEqual([
    [5, 'unbound'],
    [6, 'unbound'],
  ])
  const { id } = await runs.start({ body: { orderId }, idempotencyKey: randomUUID() })
  await activateWaitingRun(world, id)
  expect(await runs.latest({ query: { orderId } })).toMatchObject({ run: { state: 'done', activated: 4 } })
  expect(await scanned(codes[1]!)).toMatchObject({ verdict: 'genuine', product: { name: 'Tea' } })
  expect(await scanned(codes[3]!)).toMatchObject({ verdict: 'genuine', product: { name: 'Coffee' } })
  expect(await scanned(codes[5]!)).toMatchObject({ verdict: 'not_active', product: null })
  // The root follows from one payload for each product.
  expect(await brokenInvariants(world)).toEqual({})
})

test('lists the codes of a product behind those of its orders, page by page', async () => {
  const sku = await productOf(world, person)
  const ordered = await orderOf(world, person, sku, 3)
  await generate(world, ordered)
  const { codes, orderId } = await blankCodes(world, person, 4)
  await bind(sku, codes.slice(1))
  const api = world.api(activationContract, person)
  const page = (n: number) => api.codes({ query: { skuId: sku, limit: 4, page: n } })
  const [first, second] = [await page(1), await page(2)]
  expect([first.total, second.total]).toEqual([6, 6])
  expect([...first.rows, ...second.rows].map(({ serial_no }) => serial_no)).toEqual([1, 2, 3, 2, 3, 4])
  expect(await api.codes({ query: { skuId: sku, orderId, limit: 4 } })).toMatchObject({ total: 3 })
})

test('packs a blank code only after it has a product', async () => {
  const { codes } = await blankCodes(world, person, 1)
  expect(problemsOf(await rejection(packCase(world, person, codes)))).toEqual([[1, 'unbound']])
  await bind(tea, codes)
  expect(await packCase(world, person, codes)).toMatchObject({ quantity: 1 })
})
