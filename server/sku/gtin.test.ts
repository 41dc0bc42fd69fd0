import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { omit } from '#shared/core/omit.ts'
import { searchContract } from '#shared/search/contract.ts'
import { type Sku, skuContract } from '#shared/sku/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const api = (person: Person) => world.api(skuContract, person)
const gtin = '09506000134352'

/** A merchant with a product that has the GTIN, and what a call needs to add another one. */
async function merchantWithGtin() {
  const person = await world.confirmedMerchant()
  const id = await productOf(world, person)
  const product = await api(person).read({ params: { id } })
  const body = { ...inputOf(product), gtin: '9506000134352' }
  return { person, body, product: await api(person).update({ params: { id }, body }) }
}
const inputOf = ({ name, sku, trademarkId, details }: Sku) => ({
  name,
  sku,
  trademarkId,
  details: omit(details, 'customization'),
})

test('stores a GTIN with 14 digits, and finds the product by it in any form', async () => {
  const { person, product } = await merchantWithGtin()
  expect(product.gtin).toBe(gtin)
  for (const search of ['9506000134352', gtin, '9 506000 134352', '50600013435']) {
    expect((await api(person).list({ query: { search } })).rows.map(({ id }) => id)).toEqual([product.id])
    const { found } = await world.api(searchContract, person).find({ query: { q: search } })
    expect(found.map(({ id }) => id)).toEqual([product.id])
  }
  const headers = { authorization: `Bearer ${person.token}` }
  const csv = await world.app.inject({ url: '/api/sku.csv', headers })
  // Spreadsheets keep the zero of a text with a leading apostrophe, and the import removes the apostrophe.
  expect(csv.body).toContain(`,'${gtin}\r\n`)
})

test.each(['9506000134353', '950600013435', '95060001343', '9506000134352A'])(
  'rejects the GTIN %s beside its field',
  async (wrong) => {
    const message = 'Please check the digits of the GTIN: 8, 12, 13 or 14'
    const { person, body, product } = await merchantWithGtin()
    const changed = api(person).update({ params: { id: product.id }, body: { ...body, gtin: wrong } })
    await expect(changed).rejects.toMatchObject({ status: 400, details: { issues: [{ path: 'gtin', message }] } })
  },
)

test('keeps the GTIN when an update does not name it, and removes it when it is empty', async () => {
  const { person, body, product } = await merchantWithGtin()
  const params = { id: product.id }
  expect((await api(person).update({ params, body: omit(body, 'gtin') })).gtin).toBe(gtin)
  expect((await api(person).update({ params, body: { ...body, gtin: '' } })).gtin).toBeNull()
})

test('gives a GTIN to one active product of a merchant, and to another merchant, too', async () => {
  const { person, body, product } = await merchantWithGtin()
  const own = api(person)
  const second = { ...body, sku: 'HT-second' }
  const rejection = { status: 409, code: 'sku.gtinTaken', details: { issues: [{ path: 'gtin' }] } }
  await expect(own.create({ body: second })).rejects.toMatchObject(rejection)
  const created = await own.create({ body: { ...second, gtin: '' } })
  await expect(own.update({ params: { id: created.id }, body: second })).rejects.toMatchObject(rejection)
  await own.setActive({ params: { id: product.id }, body: { active: false } })
  expect((await own.update({ params: { id: created.id }, body: second })).gtin).toBe(gtin)
  const again = own.setActive({ params: { id: product.id }, body: { active: true } })
  await expect(again).rejects.toMatchObject(rejection)
  expect((await merchantWithGtin()).product.gtin).toBe(gtin)
})
