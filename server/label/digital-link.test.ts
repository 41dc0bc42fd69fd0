import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#client/core/http/api.ts'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, printedCodes, productOf } from '#server/order/order.fixture.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { imageRoute, labelContract, sheetRoute, zplRoute } from '#shared/label/contract.ts'
import { sheetNames } from '#shared/label/sheets.ts'
import { downloadRoute, orderContract } from '#shared/order/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { unzip } from './label-files.fixture.ts'
import { codesIn, pagesOf, pixelsOf } from './rendered-files.fixture.ts'
import { openScanner } from './scanner.fixture.ts'

const gtin = '09506000134352'
const scanner = openScanner()
let world: TestApp
let person: Person
let skuId: string
let id: string
let codes: string[]
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: 'https://tea.example' } })
  person = await world.approvedMerchant({ credit: 1_000 })
  skuId = await productOf(world, person)
  await world.database.query('update sku set gtin = $2 where id = $1', [skuId, gtin])
  const order = await orders().create({ body: { skuId, quantity: 3, link: 'gs1' } })
  expect(order).toMatchObject({ link: 'gs1', gtin })
  id = order.id
  await generate(world, id)
  codes = await printedCodes(world, id)
})
afterAll(async () => {
  await scanner.close()
  await world.close()
})

const orders = () => world.api(orderContract, person)
const download = (route: Route, query: object) =>
  world.app.inject({
    url: urlOf(route, { params: { id }, query: query as Record<string, unknown> }),
    headers: { authorization: `Bearer ${person.token}` },
  })
const printed = /^HTTPS:\/\/TEA\.EXAMPLE\/[0-9A-Z]{22}\/01\/09506000134352\/21\/[0-9A-Z]{20}$/

test('writes the GS1 Digital Link into the list, the printer file and the pictures, and scanners read it', async () => {
  for (const code of codes) expect(code).toMatch(printed)
  const list = await download(downloadRoute, {})
  expect(list.body.trim().split('\r\n').slice(1)).toEqual(codes)
  const zpl = await download(zplRoute, { width: 50, height: 40, name: 'true' })
  expect(Array.from(zpl.body.matchAll(/\^FDMM,A(.+)\^FS/g), ([, code]) => code)).toEqual(codes)
  const files = unzip((await download(imageRoute, { image: 'png', size: 20 })).rawPayload)
  const [first] = [...files].filter(([name]) => name.endsWith('.png'))
  expect((await codesIn(await pixelsOf(first![1], 'png'))).at(0)).toBe(codes[0])
})

test('prints sheets whose codes a scanner reads, with 33 modules for a host of 11 letters', async () => {
  const sample = await world.api(labelContract, person).sample({ params: { id }, query: {} })
  expect(sample).toMatchObject({ url: codes[0], modules: 33 })
  const sheet = await download(sheetRoute, { sheet: sheetNames[0], name: 'true' })
  const [page] = pagesOf(sheet.rawPayload)
  const read = await scanner.scan(page!, 300)
  expect(read.codes.toSorted()).toEqual(codes.toSorted())
  // The letters below the code are those that people can type.
  expect(read.texts.join('').replaceAll(' ', '')).toContain(sample.letters)
  expect(sample.letters).toHaveLength(42)
})

describe('the GTIN of printed codes', () => {
  const read = () => world.api(skuContract, person).read({ params: { id: skuId } })
  test.each([['4006381333931'], ['']])('does not become %j', async (changed) => {
    const { name, sku, trademarkId, details } = await read()
    const body = { name, sku, trademarkId, details, gtin: changed }
    const update = world.api(skuContract, person).update({ params: { id: skuId }, body })
    await expect(update).rejects.toMatchObject({ code: 'sku.gtinPrinted', details: { issues: [{ path: 'gtin' }] } })
    expect((await read()).gtin).toBe(gtin)
  })

  test('is required for an order of GS1 Digital Links', async () => {
    const other = await productOf(world, person)
    const order = orders().create({ body: { skuId: other, quantity: 1, link: 'gs1' } })
    await expect(order).rejects.toMatchObject({ status: 409, code: 'order.noGtin' })
    expect(await orders().create({ body: { skuId: other, quantity: 1 } })).toMatchObject({ link: 'assay', gtin: null })
  })
})

describe('a printed link', () => {
  const headline = async (url: string, remoteAddress = '81.2.69.160') => {
    const page = await world.app.inject({ url, remoteAddress, headers: { 'accept-language': 'en' } })
    return [page.statusCode, /<h1>(.*?)<\/h1>/.exec(page.body)?.[1]]
  }
  const pathOf = (code: string) => code.slice('HTTPS://TEA.EXAMPLE'.length)

  test('activates its code, and opens its page in every form', async () => {
    const { id: batch } = await activate(world, person, codes)
    await activateWaitingBatch(world, batch)
    const path = pathOf(codes[0]!)
    const forms = [
      path,
      path.toLowerCase(),
      `/${path}/`,
      path.replaceAll('/', '//'),
      `/${encodeURIComponent(path.slice(1))}`,
    ]
    for (const form of [...forms, `${path}?17=261231&fbclid=x`, `${path}%`, `${path}%E2%80%8B`])
      expect([form, ...(await headline(form))]).toEqual([form, 200, 'Pass!'])
    const json = await world.app.inject({ url: `/api/tag/verify?a=${encodeURIComponent(codes[1]!)}` })
    expect(json.json()).toMatchObject({ verified: true })
  })

  test('is unknown with the GTIN of another product, and with a wrong key', async () => {
    const path = pathOf(codes[0]!)
    const key = path.slice(1, 23)
    const wrongKey = path.replace(key, key.slice(0, -1) + (key.endsWith('7') ? '8' : '7'))
    for (const changed of [path.replace(gtin, '04006381333931'), wrongKey])
      expect((await headline(changed, '81.2.69.161'))[1]).not.toBe('Pass!')
    const json = await world.app.inject({
      url: `/api/tag/verify?a=${encodeURIComponent(`https://x.example${path.replace(gtin, '04006381333931')}`)}`,
    })
    expect(json.json()).toMatchObject({ verified: false })
  })
})
