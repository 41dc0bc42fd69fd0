import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, productOf } from '#server/order/order.fixture.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { anchoringContract } from '#shared/anchoring/contract.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { serialContract } from '#shared/order/serial-contract.ts'
import { searchContract } from '#shared/search/contract.ts'
import { codeCardContract } from '#shared/verdict/code-card.ts'
import { verifyContract } from '#shared/verify/contract.ts'

/** No worker runs: the tests generate and activate codes themselves. */
let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const orders = (person: Person) => world.api(orderContract, person)
const send = (person: Person, id: string, serials: string[], first = 1) =>
  world.api(serialContract, person).add({ params: { id }, body: { first, serials } })

async function ownOrder(person: Person, skuId: string, quantity: number): Promise<string> {
  return (await orders(person).create({ body: { skuId, quantity, ownSerials: true } })).id
}

/** An order whose codes exist, with its lines of the CSV file. */
async function codesFor(person: Person, skuId: string, serials: string[]) {
  const id = await ownOrder(person, skuId, serials.length)
  await send(person, id, serials)
  await generate(world, id)
  return { id, lines: await downloaded(person, id) }
}

async function downloaded(person: Person, id: string): Promise<string[]> {
  const { body } = await world.app.inject({
    url: `/api/tag/download/${id}`,
    headers: { authorization: `Bearer ${person.token}` },
  })
  return body.split('\r\n').slice(0, -1)
}

const errorsOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (error: { code: string; details: { errors: { row: number; problem: string }[] } }) => error,
  )
  expect(error?.code).toBe('serial.badRows')
  return error!.details.errors.map(({ row, problem }) => [row, problem])
}

/** What the page shows for a code: its payload, whether it leads to the root, and the payload of its proof. */
async function verified(url: string) {
  const letters = url.slice(url.lastIndexOf('/') + 1)
  const [a, p] = [letters.slice(0, 26), letters.slice(26)]
  const { transaction, verifyStatus } = await world.api(verifyContract).verify({ query: { a, p } })
  const proof = await world.api(anchoringContract).proof({ params: { address: a }, query: { p } })
  const proven = Buffer.from(proof.payload, 'base64').toString()
  return { payload: transaction!.message.payload, chip: verifyStatus.catapult.state, proven }
}

test('generates the codes after the last serial, one for each, and downloads them side by side', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const skuId = await productOf(world, person)
  const id = await ownOrder(person, skuId, 6)
  expect(await send(person, id, [' 000417 ', '=1+1', 'SN;"7"'])).toMatchObject({ state: 'collecting', collected: 3 })
  await generate(world, id)
  expect(await orders(person).read({ params: { id } })).toMatchObject({ state: 'collecting', generated: 0 })
  const last = ['Чай-1', 'back\\slash', '茶 7']
  expect(await send(person, id, last, 4)).toMatchObject({ state: 'queued', collected: 6 })
  expect(await send(person, id, last, 4)).toMatchObject({ state: 'queued', collected: 6 })
  await generate(world, id)
  expect(await send(person, id, last, 4)).toMatchObject({ state: 'done', generated: 6 })
  const [head, ...lines] = await downloaded(person, id)
  expect(head).toBe('\ufeffCodes,Own Serial')
  const cells = lines.map((line) => line.slice(line.indexOf(',') + 1))
  expect(cells).toEqual(['000417', "'=1+1", '"SN;""7"""', 'Чай-1', 'back\\slash', '茶 7'])
  expect(await world.api(billingContract, person).balance()).toMatchObject({ remainingCodes: 4, usedCodes: 6 })
  expect(await brokenInvariants(world)).toEqual({})
})

test('reports every bad serial of a call with its row, and stores none of them', async () => {
  const person = await world.approvedMerchant({ credit: 100 })
  const skuId = await productOf(world, person)
  const { lines } = await codesFor(person, skuId, ['A-1'])
  const url = lines[1]!.split(',')[0]!
  const id = await ownOrder(person, skuId, 20)
  const serials = ['ok', ' ', 'x'.repeat(65), 'bell\u0007', 'zero\u200bwidth', 'ok', 'Caf\u00e9', 'Cafe\u0301', url]
  const expected = [
    [2, 'blank'],
    [3, 'tooLong'],
    [4, 'letters'],
    [5, 'letters'],
    [6, 'duplicate'],
    [8, 'duplicate'],
    [9, 'code'],
  ]
  expect(await errorsOf(send(person, id, serials))).toEqual(expected)
  expect(await errorsOf(send(person, id, ['B-1', 'A-1']))).toEqual([[2, 'used']])
  await send(person, id, ['B-1', '😀'.repeat(64)])
  expect(await errorsOf(send(person, id, ['B-2', 'B-1'], 3))).toEqual([[4, 'duplicate']])
  expect(await orders(person).read({ params: { id } })).toMatchObject({ collected: 2 })
})

test('refuses serials out of order, beyond the quantity, of an order without them, and of another merchant', async () => {
  const [person, other] = [await world.approvedMerchant({ credit: 10 }), await world.approvedMerchant()]
  const skuId = await productOf(world, person)
  const id = await ownOrder(person, skuId, 3)
  await expect(send(person, id, ['B'], 2)).rejects.toMatchObject({ code: 'serial.gap', details: { next: 1 } })
  await expect(send(person, id, ['A', 'B', 'C', 'D'])).rejects.toMatchObject({ status: 400, code: 'serial.beyond' })
  await send(person, id, ['A', 'B'])
  await expect(send(person, id, ['A', 'X', 'C'])).rejects.toMatchObject({ code: 'serial.other', details: { row: 2 } })
  await expect(send(other, id, ['C'], 3)).rejects.toMatchObject({ status: 404, code: 'order.notFound' })
  const ordinary = await orderOf(world, person, skuId, 1)
  await expect(send(person, ordinary, ['A'])).rejects.toMatchObject({ code: 'serial.notOwn' })
  const tooMany = orders(person).create({ body: { skuId, quantity: 1_000_001, ownSerials: true } })
  const message = 'Too big: expected number to be <=1000000'
  await expect(tooMany).rejects.toMatchObject({ status: 400, details: { issues: [{ path: 'quantity', message }] } })
})

test('of two orders that send the same serials at once, one gets them', async () => {
  const person = await world.approvedMerchant({ credit: 1000 })
  const skuId = await productOf(world, person)
  const serials = Array.from({ length: 200 }, (_, at) => `SN-${at}`)
  const ids = [await ownOrder(person, skuId, 200), await ownOrder(person, skuId, 200)]
  const results = await Promise.allSettled([
    send(person, ids[0]!, serials),
    send(person, ids[1]!, serials.toReversed()),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('frees the serials of a withdrawn order, and refunds it', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const skuId = await productOf(world, person)
  const id = await ownOrder(person, skuId, 3)
  await send(person, id, ['A', 'B'])
  await orders(person).remove({ params: { id } })
  expect(await world.api(billingContract, person).balance()).toMatchObject({ remainingCodes: 10 })
  await codesFor(person, skuId, ['A', 'B'])
  await expect(world.database.query('update own_serial set serial = serial')).rejects.toThrow('append-only')
  await expect(world.database.query('delete from own_serial')).rejects.toThrow('keeps the serials')
})

test('activates by own serial, anchors it, and shows it to the shopper and the brand', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const skuId = await productOf(world, person)
  const { id, lines } = await codesFor(person, skuId, ['000417', '000418', '000419'])
  const ordinary = await orderOf(world, person, skuId, 1)
  await generate(world, ordinary)
  const [, mixed] = await downloaded(person, ordinary)
  const codes = lines.slice(1).map((line) => line.split(',')[0]!)
  const batch = await activate(world, person, [' 000418', codes[2]!, mixed!])
  await activateWaitingBatch(world, batch.id)
  const listed = await world.api(activationContract, person).codes({ query: { orderId: id } })
  expect(listed.rows.map(({ own_serial, state }) => [own_serial, state])).toEqual([
    ['000417', 'Inactive'],
    ['000418', 'Active'],
    ['000419', 'Active'],
  ])
  const seen = await Promise.all([codes[1]!, codes[2]!, mixed!].map(verified))
  expect(seen.map(({ payload }) => JSON.parse(payload).serial)).toEqual(['000418', '000419', undefined])
  // A payload that does not lead to the root of its batch fails.
  expect(seen.map(({ chip }) => chip)).toEqual(['PENDING', 'PENDING', 'PENDING'])
  expect(seen.map(({ payload }) => payload)).toEqual(seen.map(({ proven }) => proven))
  const card = await world.api(codeCardContract, person).read({ query: { a: '000418' } })
  expect(card).toMatchObject({ own_serial: '000418', serial_no: 2, state: 'Active' })
  const { found } = await world.api(searchContract, person).find({ query: { q: '000418' } })
  expect(found).toEqual([{ kind: 'code', id: card.address, name: '000418', detail: 'Tea' }])
  expect(await brokenInvariants(world)).toEqual({})
})

test('names no code by a serial that two products have, and none of another merchant', async () => {
  const [person, other] = [await world.approvedMerchant({ credit: 10 }), await world.approvedMerchant({ credit: 10 })]
  await codesFor(person, await productOf(world, person), ['1', '2'])
  await codesFor(person, await productOf(world, person), ['1'])
  await codesFor(other, await productOf(world, other), ['3'])
  const checked = await world.api(activationContract, person).check({ body: { addressList: ['1', '2', '3'] } })
  expect(checked).toEqual({
    valid: 1,
    errors: [
      { row: 1, code: '1', problem: 'ambiguous' },
      { row: 3, code: '3', problem: 'unreadable' },
    ],
  })
  const read = (a: string) => world.api(codeCardContract, person).read({ query: { a } })
  await expect(read('1')).rejects.toMatchObject({ status: 404 })
})
