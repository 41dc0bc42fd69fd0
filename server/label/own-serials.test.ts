import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '#client/core/http/api.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, productOf } from '#server/order/order.fixture.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { imageRoute, labelContract, sheetRoute, zplRoute } from '#shared/label/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { serialContract } from '#shared/order/serial-contract.ts'
import { unzip } from './label-files.fixture.ts'
import { pagesOf, rasterize } from './rendered-files.fixture.ts'

const serials = ['000417', '=1+1', 'Серия 7', 'W'.repeat(64)]
let world: TestApp
let person: Person
let id: string
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 10 })
  const body = { skuId: await productOf(world, person), quantity: serials.length, ownSerials: true }
  ;({ id } = await world.api(orderContract, person).create({ body }))
  await world.api(serialContract, person).add({ params: { id }, body: { first: 1, serials } })
  await generate(world, id)
})
afterAll(() => world.close())

const download = (route: Route, query: Record<string, unknown>) =>
  world.app.inject({
    url: urlOf(route, { params: { id }, query }),
    headers: { authorization: `Bearer ${person.token}` },
  })

test('prints the serial that an item has, in place of the running number', async () => {
  const { rawPayload } = await download(sheetRoute, { sheet: 'L7163', limit: 3, code: 'false' })
  expect(rasterize(pagesOf(rawPayload)[0]!, 100).texts.join('')).toBe('000417=1+1Серия 7')
  expect(await world.api(labelContract, person).sample({ params: { id }, query: { from: 2 } })).toMatchObject({
    serial_no: 2,
    own_serial: '=1+1',
  })
})

test('ZPL has a serial as text, and draws one that the printer cannot print in its line', async () => {
  const { body } = await download(zplRoute, { width: 50, height: 30, code: 'false' })
  const formats = body.split('^XZ\n').slice(0, -1)
  expect(formats.map((format) => format.includes('^GFA'))).toEqual([false, false, true, true])
  expect([formats[0], formats[1]]).toEqual([
    expect.stringContaining('^FD000417^FS'),
    expect.stringContaining('^FD=1+1^FS'),
  ])
})

test('the manifest of images has the serials, without formulas', async () => {
  const files = unzip((await download(imageRoute, { image: 'svg' })).rawPayload)
  const [head, ...rows] = files.get('manifest.csv')!.toString().trimEnd().split('\r\n')
  expect(head).toBe('\ufeffFile,Serial No,Codes,Own Serial')
  expect(rows.map((row) => row.split(',')[3])).toEqual(['000417', "'=1+1", 'Серия 7', 'W'.repeat(64)])
})

test('a sheet has a long serial in small letters, and the end of one that is too long', async () => {
  const long = ['SN-2026-11-28-000000417', `${'W'.repeat(60)}0417`]
  const body = { skuId: await productOf(world, person), quantity: long.length, ownSerials: true }
  const order = await world.api(orderContract, person).create({ body })
  await world.api(serialContract, person).add({ params: { id: order.id }, body: { first: 1, serials: long } })
  await generate(world, order.id)
  const { rawPayload } = await world.app.inject({
    url: urlOf(sheetRoute, { params: { id: order.id }, query: { sheet: 'L7163', limit: 2, code: 'false' } }),
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(rasterize(pagesOf(rawPayload)[0]!, 100).texts.join('')).toMatch(/^SN-2026-11-28-000000417…W+0417$/)
})
