import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { keyOf } from '#server/key/key.fixture.ts'
import { generate, orderOf, printedCodes } from '#server/order/order.fixture.ts'
import { orderContract } from '#shared/order/contract.ts'
import { passportContract } from '#shared/passport/contract.ts'
import { battery, brandWithGtin } from './passport.fixture.ts'
import { type Stranger, strangerAt } from './stranger.fixture.ts'

let world: TestApp
let stranger: Stranger
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: 'http://localhost:4712' } })
  stranger = strangerAt(await world.app.listen({ port: 0, host: '127.0.0.1' }), 'localhost:4712')
})
afterAll(() => world.close())

describe('the newest version, while it is in force,', () => {
  test('is a link of the resolver and of the verify page', async () => {
    const own = await brandWithGtin(world, '06291041500213')
    const call = { params: { id: own.skuId }, query: {} }
    await world.api(passportContract, own.brand).save({ ...call, body: battery })
    await world.api(passportContract, own.brand).publish(call)
    const found = await stranger.get('/01/06291041500213?linkType=gs1:dpp')
    const target = new URL(found.headers.get('location')!)
    expect([found.status, target.pathname]).toEqual([307, '/dpp/01/06291041500213'])
    expect((await stranger.get(target.pathname + target.search)).status).toBe(200)

    const orderId = await orderOf(world, own.brand, own.skuId, 1)
    await generate(world, orderId)
    const codes = await printedCodes(world, orderId)
    const { id } = await activate(world, own.brand, codes)
    await activateWaitingBatch(world, id)
    const page = await (await stranger.get(new URL(codes[0]!).pathname)).text()
    expect(page).toContain('<a href="/dpp/01/06291041500213">Product passport</a>')
  })

  test('is none after its revocation', async () => {
    const own = await brandWithGtin(world, '00614141999996')
    const call = { params: { id: own.skuId }, query: {} }
    await world.api(passportContract, own.brand).save({ ...call, body: battery })
    await world.api(passportContract, own.brand).publish(call)
    await world.api(passportContract, own.brand).revoke({ ...call, body: { version: 1 } })
    expect((await stranger.get('/01/00614141999996?linkType=gs1:dpp')).status).toBe(404)
  })

  test('is that of an item with an active code for readers with a key only', async () => {
    const gtin = '04006381333931'
    const own = await brandWithGtin(world, gtin)
    const call = { params: { id: own.skuId }, query: {} }
    await world.api(passportContract, own.brand).save({ ...call, body: battery })
    await world.api(passportContract, own.brand).publish(call)
    const order = await world.api(orderContract, own.brand).create({
      body: { skuId: own.skuId, quantity: 2, link: 'gs1' },
    })
    await generate(world, order.id)
    const codes = await printedCodes(world, order.id)
    const { id } = await activate(world, own.brand, codes.slice(0, 1))
    await activateWaitingBatch(world, id)
    const [active, inactive] = codes.map((code) => code.split('/21/')[1]!)
    const { key } = await keyOf(world, own.brand, ['passport:legitimate'])
    const subjectOf = async (serial: string, headers = { authorization: `Bearer ${key}` }) =>
      (await stranger.verified(await stranger.signed(`/dpp/01/${gtin}/21/${serial}`, headers))).credentialSubject
    const item = { id: `http://localhost:4712/01/${gtin}/21/${active}`, idGranularity: 'item', itemNumber: active }
    expect(await subjectOf(active!)).toMatchObject(item)
    expect(await subjectOf(active!.toLowerCase())).toMatchObject(item)
    const model = { id: `http://localhost:4712/01/${gtin}`, idGranularity: 'model' }
    const others = [inactive!, 'NDEKTSV4RRFFQ69G5FAV', 'SN-1']
    for (const serial of others) expect(await subjectOf(serial)).toMatchObject(model)
    const asked = [active!, ...others].map((serial) => `/dpp/01/${gtin}/21/${serial}`)
    const credentials = await Promise.all(asked.map((path) => stranger.signed(path)))
    expect(new Set(credentials).size).toBe(1)
    const pages = await Promise.all(asked.map(async (path) => (await stranger.get(path)).text()))
    const without = pages.map((page, at) => page.replaceAll(asked[at]!, 'PATH').replace(/nonce="[^"]+"/g, 'nonce'))
    expect(new Set(without).size).toBe(1)
  })
})
