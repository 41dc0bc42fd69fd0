import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { keyOf } from '#server/key/key.fixture.ts'
import { battery, brandWithGtin } from '#server/passport/passport.fixture.ts'
import { type Stranger, strangerAt } from '#server/passport/stranger.fixture.ts'
import { passportContract } from '#shared/passport/contract.ts'

const gtin = '09506000134352'
let world: TestApp
let stranger: Stranger
let brand: Person
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: 'http://localhost:4713' } })
  stranger = strangerAt(await world.app.listen({ port: 0, host: '127.0.0.1' }), 'localhost:4713')
  const own = await brandWithGtin(world, gtin)
  brand = own.brand
  const call = { params: { id: own.skuId }, query: {} }
  await world.api(passportContract, brand).save({ ...call, body: battery })
  await world.api(passportContract, brand).publish(call)
})
afterAll(() => world.close())

describe('a key', () => {
  const ask = (key: string, query = '', accept = 'application/vc+jwt') =>
    stranger.get(`/dpp/01/${gtin}${query}`, { accept, authorization: `Bearer ${key}` })
  const readWith = async (key: string, query = '') =>
    JSON.stringify(await stranger.verified(await (await ask(key, query)).text()))

  test('of the merchant shows what its scope allows, and each read is audited', async () => {
    const { key: partner } = await keyOf(world, brand, ['passport:legitimate'])
    const { key: authority } = await keyOf(world, brand, ['passport:authority'])
    const texts = [await readWith(partner), await readWith(authority), await readWith(authority, '?tier=legitimate')]
    const shown = texts.map((text) => ['14.5', 'Number of cells', 'No. 7'].filter((word) => text.includes(word)).length)
    expect(shown).toEqual([2, 3, 2])
    expect(texts[2]).toBe(texts[0])
    expect(await (await ask(partner)).text()).toBe(await (await ask(partner, '?version=1')).text())
    expect(await (await ask(authority, '', 'text/html')).text()).toContain('No. 7, passed')
    const { rows } = await world.database.query(
      `select data from audit_entry where action = 'passport.read' and merchant_id = $1 order by seq`,
      [brand.merchantId],
    )
    expect(rows.map(({ data }) => data.tier)).toEqual([
      'legitimate',
      'authority',
      'legitimate',
      ...Array(2).fill('legitimate'),
      'authority',
    ])
    expect(rows[0].data).toMatchObject({ gtin, version: 1, form: 'application/vc+jwt', apiKey: expect.any(String) })
  })

  test.each([
    ['no key', undefined, 401, 'passport.keyNeeded'],
    ['a key for less', 'passport:legitimate', 403, 'core.scopeMissing'],
    ['a key for other calls', 'sku:read', 403, 'core.scopeMissing'],
  ] as const)('is needed: %s gets no points for authorities', async (_, scope, status, error) => {
    const key = scope && (await keyOf(world, brand, [scope])).key
    const path = `/dpp/01/${gtin}?tier=authority`
    const answer = await stranger.get(path, {
      accept: 'application/json',
      ...(key && { authorization: `Bearer ${key}` }),
    })
    expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ error })])
  })

  test('of another merchant, or a wrong one, is refused', async () => {
    const other = await world.approvedMerchant()
    const { key } = await keyOf(world, other, ['passport:authority'])
    expect((await ask(key)).status).toBe(403)
    expect((await ask('assay_wrong')).status).toBe(401)
  })
})
