import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { passportContract } from '#shared/passport/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { battery, brandWithGtin } from './passport.fixture.ts'
import { type Credential, type Stranger, strangerAt } from './stranger.fixture.ts'
import untpSchema from './untp-schema.fixture.json' with { type: 'json' }

const gtin = '09506000134352'
let world: TestApp
let stranger: Stranger
let brand: Person
let skuId: string
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: 'http://localhost:4711' } })
  stranger = strangerAt(await world.app.listen({ port: 0, host: '127.0.0.1' }), 'localhost:4711')
  ;({ brand, skuId } = await brandWithGtin(world, gtin))
})
afterAll(() => world.close())

const api = (person = brand) => world.api(passportContract, person)
const publishNew = async () => {
  await api().save({ params: { id: skuId }, query: {}, body: battery })
  return api().publish({ params: { id: skuId }, query: {} })
}

describe('a published passport', () => {
  test('is a credential that jose verifies by the DID document, and UNTP’s schema accepts', async () => {
    await publishNew()
    const token = await stranger.signed(`/dpp/01/${gtin}`)
    expect(await stranger.signed(`/dpp/01/${gtin}?version=1`)).toBe(token)
    const credential = await stranger.verified(token)
    const isPassport = new Ajv2020({ strict: false, validateFormats: false }).compile(untpSchema)
    expect([isPassport(credential), isPassport.errors]).toEqual([true, null])
    expect(credential['@context']).toEqual([
      'https://www.w3.org/ns/credentials/v2',
      'https://vocabulary.uncefact.org/untp/0.7.0/context/',
    ])
    expect(credential.credentialSubject).toMatchObject({
      id: `http://localhost:4711/01/${gtin}`,
      name: 'Tea',
      idGranularity: 'model',
      productCategory: [{ code: '46420' }],
      producedAtFacility: { name: 'Works North' },
      countryOfProduction: { countryCode: 'DE' },
    })
    expect(await stranger.isRevoked(credential)).toBe(false)
    const forged = token.replace(/\.[^.]+$/, `.${'A'.repeat(86)}`)
    await expect(stranger.verified(forged)).rejects.toThrow('signature verification failed')
  })

  test('shows everybody the public points only, as page, data and credential', async () => {
    await publishNew()
    for (const accept of ['text/html', 'application/json', 'application/vc+jwt']) {
      const answer = await stranger.get(`/dpp/01/${gtin}`, { accept })
      const text = await answer.text()
      const shown = accept.endsWith('jwt') ? JSON.stringify(await stranger.verified(text)) : text
      expect(shown).toContain('14.5')
      for (const hidden of ['Number of cells', 'No. 7', 'Not known yet']) expect(shown).not.toContain(hidden)
    }
    const page = await stranger.get(`/dpp/01/${gtin}`, { 'accept-language': 'ru' })
    const html = await page.text()
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).toContain('Данные для органов власти: 1.')
    expect(html).not.toContain('<script')
    const data = (await (await stranger.get(`/dpp/01/${gtin}?format=json`)).json()) as Credential
    expect(data).toMatchObject({ granularity: 'model', dppStatus: 'active', facilityId: battery.facility.id })
  })

  test('keeps its earlier versions, and says when there is a newer one', async () => {
    const own = await brandWithGtin(world, '09506000134369')
    const call = { params: { id: own.skuId }, query: {} }
    await api(own.brand).save({ ...call, body: battery })
    await api(own.brand).publish(call)
    const first = await stranger.signed('/dpp/01/09506000134369')
    // The same content is the same version.
    expect((await api(own.brand).publish(call)).versions).toHaveLength(1)
    await api(own.brand).save({ ...call, body: { ...battery, country: 'FR' } })
    expect(await api(own.brand).read(call)).toMatchObject({ isChanged: true })
    const { versions } = await api(own.brand).publish(call)
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    expect(await stranger.signed('/dpp/01/09506000134369?version=1')).toBe(first)
    expect(
      (await stranger.verified(await stranger.signed('/dpp/01/09506000134369'))).credentialSubject.countryOfProduction,
    ).toMatchObject({ countryCode: 'FR' })
    expect(await (await stranger.get('/dpp/01/09506000134369?version=1')).text()).toContain('There is a newer version')
    expect((await stranger.get('/dpp/01/09506000134369?version=3')).status).toBe(404)
  })

  test('flips its bit of the status list when it is revoked, for good', async () => {
    const own = await brandWithGtin(world, '09521234543213')
    const call = { params: { id: own.skuId }, query: {} }
    await api(own.brand).save({ ...call, body: battery })
    await api(own.brand).publish(call)
    const path = '/dpp/01/09521234543213'
    const credential = await stranger.verified(await stranger.signed(path))
    const revoke = () => api(own.brand).revoke({ ...call, body: { version: 1 } })
    const { revokedAt } = (await revoke()).versions[0]!
    expect(await stranger.isRevoked(credential)).toBe(true)
    expect((await revoke()).versions[0]!.revokedAt).toBe(revokedAt)
    expect(await (await stranger.get(path)).text()).toContain('has revoked this version')
    // The same content can be published again, as another version with a place of its own.
    await api(own.brand).publish(call)
    expect(await stranger.isRevoked(await stranger.verified(await stranger.signed(path)))).toBe(false)
    const undo = world.database.query('update passport_version set revoked_at = null where revoked_at is not null')
    await expect(undo).rejects.toThrow('append-only')
  })

  test('of a lot replaces that of the product for this lot only', async () => {
    await publishNew()
    const call = { params: { id: skuId }, query: { lot: 'L-7' } }
    expect(await api().read(call)).toMatchObject({ draft: null, base: battery })
    await api().save({ ...call, body: { ...battery, facility: { id: 'urn:works:south', name: 'Works South' } } })
    expect((await api().publish(call)).lots).toEqual(['L-7'])
    const subject = async (path: string) => (await stranger.verified(await stranger.signed(path))).credentialSubject
    expect(await subject(`/dpp/01/${gtin}/10/L-7`)).toMatchObject({
      id: `http://localhost:4711/01/${gtin}/10/L-7`,
      ...{ idGranularity: 'batch', batchNumber: 'L-7', producedAtFacility: { name: 'Works South' } },
    })
    for (const path of ['', '/10/L-8'])
      expect(await subject(`/dpp/01/${gtin}${path}`)).toMatchObject({ idGranularity: 'model' })
  })

  test('keeps its product from being removed', async () => {
    await publishNew()
    await expect(world.api(skuContract, brand).remove({ params: { id: skuId } })).rejects.toMatchObject({
      code: 'sku.inUse',
    })
  })
})

describe('a passport', () => {
  test.each([
    [{ country: 'XX' }, 'country'],
    [{ category: { ...battery.category, code: '' } }, 'category.code'],
    [{ facility: { id: 'Works North', name: 'Works' } }, 'facility.id'],
    [{ facility: { id: 'javascript:alert(1)', name: 'Works' } }, 'facility.id'],
    [{ sections: [{ title: ' ', points: [] }] }, 'sections.0.title'],
  ])('is rejected with %j', async (wrong, path) => {
    const saved = api().save({ params: { id: skuId }, query: {}, body: { ...battery, ...wrong } })
    await expect(saved).rejects.toMatchObject({ status: 400, details: { issues: [{ path }] } })
  })

  test('is published only of an approved brand’s product with a GTIN, and after it was saved', async () => {
    const unapproved = await world.confirmedMerchant()
    const id = await productOf(world, unapproved)
    const call = { params: { id }, query: {} }
    const own = api(unapproved)
    await expect(own.publish(call)).rejects.toMatchObject({ code: 'passport.noDraft' })
    await own.save({ ...call, body: battery })
    await expect(own.publish(call)).rejects.toMatchObject({ code: 'passport.noGtin' })
    await world.database.query(`update sku set gtin = '04006381333931' where id = $1`, [id])
    expect(await own.read(call)).toMatchObject({ obstacle: 'unapproved' })
    await expect(own.publish(call)).rejects.toMatchObject({ code: 'passport.unapproved' })
    await expect(api().save({ ...call, body: battery })).rejects.toMatchObject({ status: 404 })
  })

  test('that does not exist is named in the form that the caller reads', async () => {
    const page = await stranger.get('/dpp/01/04006381333931')
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('04006381333931')])
    const data = await stranger.get('/dpp/01/04006381333931', { accept: 'application/json' })
    expect([data.status, await data.json()]).toEqual([404, expect.objectContaining({ error: 'passport.none' })])
    expect((await stranger.get('/dpp/01/123')).status).toBe(400)
    for (const id of ['nobody', '00000000-0000-4000-8000-000000000000'])
      for (const path of ['did.json', 'status']) expect((await stranger.get(`/dpp/${id}/${path}`)).status).toBe(404)
  })
})
