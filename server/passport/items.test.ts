import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { keyOf } from '#server/key/key.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { orderContract } from '#shared/order/contract.ts'
import { passportContract } from '#shared/passport/contract.ts'
import { passportItemContract } from '#shared/passport/item-contract.ts'
import { battery, brandWithGtin } from './passport.fixture.ts'
import { type Stranger, strangerAt } from './stranger.fixture.ts'

const gtin = '09506000134352'
const health = { name: 'State of health', value: '97', unit: '%', tier: 'legitimate' as const }
const report = { name: 'Accident report', value: 'None', unit: '', tier: 'authority' as const }

let world: TestApp
let stranger: Stranger
let brand: Person
let skuId: string
let codes: string[]
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: 'http://localhost:4714' } })
  stranger = strangerAt(await world.app.listen({ port: 0, host: '127.0.0.1' }), 'localhost:4714')
  ;({ brand, skuId } = await brandWithGtin(world, gtin))
  const call = { params: { id: skuId }, query: {} }
  await world.api(passportContract, brand).save({ ...call, body: battery })
  await world.api(passportContract, brand).publish(call)
  const { id } = await world.api(orderContract, brand).create({
    body: { skuId, quantity: 4, link: 'gs1' },
    headers: { 'idempotency-key': 'items' },
  } as never)
  await generate(world, id)
  codes = await printedCodes(world, id)
  await activateWaitingBatch(world, (await activate(world, brand, codes.slice(0, 2))).id)
})
afterAll(() => world.close())

const items = (person = brand) => world.api(passportItemContract, person)
const set = (code: string, points: object[]) =>
  items().setItems({ params: { id: skuId }, body: { items: [{ code, points: points as never }] } })
const list = (query: object = {}) => items().items({ params: { id: skuId }, query })
const serialOf = (code: string) => code.split('/21/')[1]!
const pathOf = (code: string) => `/dpp/01/${gtin}/21/${serialOf(code)}`

test('shows the values of an item to readers with a key, and everybody else the same as for any number', async () => {
  const [item, plain] = codes as [string, string]
  expect(await set(item, [health, report])).toEqual({ changed: 1 })
  expect(await set(item, [health, report])).toEqual({ changed: 0 })
  const readAs = async (scope: 'passport:legitimate' | 'passport:authority', code: string) => {
    const { key } = await keyOf(world, brand, [scope])
    const headers = { authorization: `Bearer ${key}` }
    const page = await (await stranger.get(pathOf(code), headers)).text()
    const data = await (await stranger.get(`${pathOf(code)}?format=json`, headers)).json()
    const credential = await stranger.verified(await stranger.signed(pathOf(code), headers))
    return [page, JSON.stringify(data), JSON.stringify(credential)]
  }
  for (const text of await readAs('passport:legitimate', item)) {
    expect(text).toContain('State of health')
    expect(text).not.toContain('Accident report')
  }
  for (const text of await readAs('passport:authority', item)) expect(text).toContain('Accident report')
  for (const text of await readAs('passport:authority', plain)) expect(text).not.toContain('State of health')
  const publicly = async (code: string) =>
    (await (await stranger.get(pathOf(code))).text()).replaceAll(serialOf(code), '').replace(/nonce="[^"]+"/g, '')
  expect(await publicly(item)).toBe(await publicly(plain))
})

test('gives each revision of the values a credential of its own', async () => {
  const [, item] = codes as [string, string]
  const { key } = await keyOf(world, brand, ['passport:legitimate'])
  const headers = { authorization: `Bearer ${key}` }
  const read = async (query = '') => stranger.verified(await stranger.signed(pathOf(item) + query, headers))
  await set(item, [health])
  const first = await read()
  expect(first.id).toMatch(/\?version=1&tier=legitimate&values=1$/)
  expect(await read('?version=1&tier=legitimate&values=1')).toEqual(first)
  await set(item, [{ ...health, value: '90' }])
  expect((await read()).id).toMatch(/&values=2$/)
  const earlier = await stranger.get(`${pathOf(item)}?values=1`, { ...headers, accept: 'application/json' })
  expect([earlier.status, await earlier.json()]).toEqual([
    404,
    expect.objectContaining({ error: 'passport.noVersion' }),
  ])
  expect((await list({ search: item })).rows).toMatchObject([{ serial_no: 2, revision: 2, points: [{ value: '90' }] }])
  await set(item, [])
  expect((await list({ search: item })).total).toBe(0)
  await set(item, [health])
  expect((await list({ search: item })).rows).toMatchObject([{ revision: 4 }])
})

test('rejects all rows with the bad ones named, and products of others', async () => {
  const otherOrder = await orderOf(world, brand, await productOf(world, brand, { sku: 'B2' }), 1)
  await generate(world, otherOrder)
  const [other] = await printedCodes(world, otherOrder)
  const good = codes[3]!
  const wanted = [good, 'x', other!, good, '0'.repeat(26)].map((code) => ({ code, points: [health] }))
  await expect(items().setItems({ params: { id: skuId }, body: { items: wanted } })).rejects.toMatchObject({
    code: 'passportItem.badRows',
    details: {
      count: 4,
      errors: [
        { row: 2, problem: 'unreadable' },
        { row: 3, problem: 'otherProduct' },
        { row: 4, problem: 'duplicate' },
        { row: 5, problem: 'unknown' },
      ],
    },
  })
  expect((await list({ search: good })).total).toBe(0)
  const stranger2 = await world.approvedMerchant()
  await expect(items(stranger2).items({ params: { id: skuId }, query: {} })).rejects.toMatchObject({ status: 404 })
  const forAll = { ...health, tier: 'public' }
  await expect(set(good, [forAll])).rejects.toMatchObject({ status: 400 })
})
