import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { orderOf, productOf } from '#server/order/order.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world?.close())

async function brandWith(gtin: string): Promise<{ person: Person; skuId: string }> {
  const person = await world.approvedMerchant({ credit: 10 })
  const skuId = await productOf(world, person)
  await world.database.query('update sku set gtin = $2 where id = $1', [skuId, gtin])
  return { person, skuId }
}

const recall = ({ merchantId }: Person, scope: string, target: string, message: string) =>
  world.database.query('insert into recall (merchant_id, scope, target, message) values ($1, $2, $3, $4)', [
    ...[merchantId, scope, target, message],
  ])

const pageOf = async (query: string, language = 'en') => {
  const headers = { 'accept-language': language }
  const { statusCode, body } = await world.app.inject({ url: `/verify?${query}`, headers })
  expect(statusCode).toBe(200)
  const markup = body.slice(body.indexOf('<body>'), body.indexOf('id="model"'))
  return { markup, h1: /<h1>(.*?)<\/h1>/.exec(markup)?.[1], title: /<title>(.*?)<\/title>/.exec(body)?.[1] }
}

test('shows the recall of a product first, without a script, in both languages', async () => {
  const { person, skuId } = await brandWith('09506000134352')
  await recall(person, 'sku', skuId, 'Glass in <jars: bring it back')
  const { markup, h1, title } = await pageOf('gtin=9506000134352')
  expect([h1, title]).toEqual(['Recalled – do not use', 'Recalled – do not use · Product verification'])
  expect(markup).toContain('<blockquote>Glass in &lt;jars: bring it back</blockquote>')
  expect(markup).toContain('Stop using it and follow the message of the brand')
  expect(markup.indexOf('Glass in')).toBeLessThan(markup.indexOf('name="a"'))
  // The links of its languages lead to the same product.
  expect(markup).toContain('/verify?gtin=09506000134352&amp;lang=ru')
  const russian = await pageOf('gtin=09506000134352', 'ru')
  expect(russian.h1).toMatch(/^Товар отозван/)
  expect(russian.markup).toContain('Сообщение производителя')
})

test('shows all recalls of a product, and none that was ended or is not public yet', async () => {
  const { person, skuId } = await brandWith('09506000134369')
  await recall(person, 'sku', skuId, 'Ended')
  await world.database.query(`update recall set ended_at = now() where message = 'Ended'`)
  await recall(person, 'sku', skuId, 'Tomorrow')
  await world.database.query(`update recall set public_at = now() + interval '1 day' where message = 'Tomorrow'`)
  const { markup, h1 } = await pageOf('gtin=09506000134369')
  expect(h1).toBe('Tea')
  expect(markup).not.toMatch(/Ended|Tomorrow/)
  expect(markup).toContain('The brand has published no recall of this product here.')
  expect(markup).toContain('To check it, scan its QR code')
  expect((await pageOf('gtin=09506000134369', 'ru')).markup).toContain(
    'Производитель не сообщал здесь об отзыве этого товара.',
  )
})

test('asks for the code of the item when only some items are recalled', async () => {
  const { person, skuId } = await brandWith('06291041500213')
  await recall(person, 'order', await orderOf(world, person, skuId, 1), 'Only these')
  const { markup, h1 } = await pageOf('gtin=06291041500213')
  expect(h1).toBe('Tea')
  expect(markup).toContain('The brand has recalled some items of this product. Check the code of yours.')
  expect(markup).not.toContain('Only these')
})

test.each([
  ['00614141123452', 'No product with the GTIN 00614141123452 is known here.'],
  ['4006381333932', 'No product with the GTIN 4006381333932 is known here.'],
])('says that no product has the GTIN %s', async (gtin, words) => {
  const { markup, h1 } = await pageOf(`gtin=${gtin}`)
  expect(h1).toBe('Check a product code')
  expect(markup).toContain(words)
})

test.each(['call+0190+123', '<b>', '9'.repeat(21)])('does not repeat %s, which is no number', async (gtin) => {
  const { markup, h1 } = await pageOf(`gtin=${encodeURIComponent(gtin)}`)
  expect(h1).toBe('Check a product code')
  expect(markup).not.toContain('GTIN')
})
