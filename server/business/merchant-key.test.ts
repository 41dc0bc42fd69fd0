import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { isEd25519Signature } from '#server/core/auth/ed25519-key.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { merchantKeyContract } from '#shared/business/key-contract.ts'
import { signedKey } from './key.fixture.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 100 })
})
afterAll(() => world.close())

const api = (caller: Person = person) => world.api(merchantKeyContract, caller)
const made = (word?: string, caller: Person = person) =>
  signedKey(world.services.config.publicUrl, caller.merchantId!, word)
const published = async (merchantId = person.merchantId) => {
  const { statusCode, body } = await world.app.inject({ url: `/log/merchants/${merchantId}` })
  return { statusCode, keys: statusCode === 200 ? JSON.parse(body) : undefined }
}

test('publishes a key of a merchant once when the call is repeated, and lets every caller check it [VE03]', async () => {
  expect((await published()).statusCode).toBe(404)
  const { statement, address, keys: before } = await api().read()
  expect([before, address]).toEqual([[], `http://localhost:3000/log/merchants/${person.merchantId}`])
  await api().set({ body: made() })
  const { keys } = await api().set({ body: made() })
  expect(keys).toEqual([{ ...made(), from: expect.any(String), until: null }])
  const { keys: document } = await published()
  expect(document).toEqual({ merchant: { id: person.merchantId, name: expect.any(String) }, statement, keys })
  const [key, signature] = [document.keys[0].key, document.keys[0].signature].map((text) => Buffer.from(text, 'base64'))
  expect(isEd25519Signature(key!, Buffer.from(document.statement), signature!)).toBe(true)
})

test('rejects a key without its signature, with one for another merchant, or of another length [VE03]', async () => {
  const rejected = { status: 409, code: 'merchantKey.signature' }
  const other = await world.approvedMerchant()
  await expect(api().set({ body: made('stolen', other) })).rejects.toMatchObject(rejected)
  const { signature } = made('one')
  await expect(api().set({ body: { ...made('two'), signature } })).rejects.toMatchObject(rejected)
  for (const key of ['AAAA', 'a\u0000b', '=', 'ж'.repeat(44)])
    await expect(api().set({ body: { ...made(), key } }), key).rejects.toMatchObject({ status: 400 })
  expect((await published(other.merchantId)).statusCode).toBe(404)
})

test('names the present key in the payload of an activation, and none after a withdrawal [VE03]', async () => {
  const skuId = await productOf(world, person, { sku_details: { Origin: 'Pahang' }, sku_details_order: ['Origin'] })
  const orderId = await orderOf(world, person, skuId, 3)
  await generate(world, orderId)
  const codes = await printedCodes(world, orderId)
  const payloadOf = async (code: string) => {
    const { id } = await activate(world, person, [code])
    await activateWaitingBatch(world, id)
    const { rows } = await world.database.query('select bytes from payload where batch_id = $1', [id])
    return JSON.parse(rows[0].bytes.toString())
  }
  expect(await payloadOf(codes[0]!)).toMatchObject({ v: 2, merchantKey: made().key })
  const { keys } = await api().set({ body: made('second') })
  expect(keys.map(({ key, until }) => [key, until === null])).toEqual([
    [made('second').key, true],
    [made().key, false],
  ])
  expect(await payloadOf(codes[1]!)).toMatchObject({ merchantKey: made('second').key })
  await api().withdraw({})
  await api().withdraw({})
  expect((await published()).keys.keys).toHaveLength(2)
  expect(await payloadOf(codes[2]!)).not.toHaveProperty('merchantKey')
  await expect(api().set({ body: made('second') })).rejects.toMatchObject({ status: 409, code: 'merchantKey.ended' })
})
