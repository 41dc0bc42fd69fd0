import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificateOf } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { enableFeatures } from '#server/form/form.fixture.ts'
import { uploaded, uploadedPicture } from '#server/media/upload.fixture.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { omit } from '#shared/core/omit.ts'
import type { CustomizationInput } from '#shared/customization/contract.ts'
import { defaultTexts } from '#shared/customization/default-texts.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { verifyContract } from '#shared/verify/contract.ts'
import { customizations, everyBlock } from './customization.fixture.ts'

let world: TestApp
let person: Person
let params: { id: string }
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant()
})
afterAll(() => world.close())

async function fresh() {
  params = { id: await productOf(world, person) }
  const { save, ...rest } = customizations(world, person)
  return {
    ...rest,
    save: (body: Partial<CustomizationInput> = {}) => save({ params, body: { isDraft: false, ...body } }),
  }
}

test('none, draft, reset, draft, published; and no draft after a publication [CU05 CU04]', async () => {
  const editor = await fresh()
  expect(await editor.read({ params })).toMatchObject({
    status: 'none',
    customization: null,
    badges: ['{product}', 'EcoTag'],
  })
  const draft = await editor.save({ isDraft: true, verified_text: 'Real!' })
  expect(draft).toMatchObject({
    status: 'draft',
    customization: { verified_text: 'Real!', description: defaultTexts.description },
  })
  expect(await editor.save({ isDraft: true, verified_text: 'Real!' })).toMatchObject({
    customization: draft.customization,
  })
  expect(await editor.remove({ params })).toMatchObject({ status: 'none', customization: null })
  expect(await editor.remove({ params })).toMatchObject({ status: 'none' })
  await editor.save({ isDraft: true })
  const published = await editor.save({ verified_text: 'Genuine' })
  expect(published).toMatchObject({ status: 'published', customization: { isDraft: false } })
  const refused = { status: 409, code: 'customization.published' }
  await expect(editor.save({ isDraft: true })).rejects.toMatchObject(refused)
  await expect(editor.remove({ params })).rejects.toMatchObject(refused)
  expect((await editor.save({ verified_text: 'Edited' })).customization).toMatchObject({ verified_text: 'Edited' })
})

test('stores no draft after a publication when many saves run concurrently [CU04]', async () => {
  const editor = await fresh()
  const saves = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => editor.save({ isDraft: i !== 5 })))
  expect(saves[5]!.status).toBe('fulfilled')
  expect((await editor.read({ params })).status).toBe('published')
})

test('stores every kind of block with its fields, in the given order [CU02 CU05]', async () => {
  const editor = await fresh()
  const additions = everyBlock(await uploadedPicture(world, person))
  const order = additions.map(({ id }) => id).toReversed()
  const { customization } = await editor.save({ additions, order })
  expect(customization!.additions.map(({ id }) => id)).toEqual(order)
  expect(customization!.order).toEqual(order)
  expect(customization!.additions.toReversed()).toMatchObject(additions)
  // The product is edited on another screen, and its customization stays.
  const skus = world.api(skuContract, person)
  const { name, sku, trademarkId } = await skus.read({ params })
  await skus.update({
    params,
    body: { name, sku, trademarkId, details: { sku_details: { A: 'b' }, sku_details_order: ['A'] } },
  })
  expect((await editor.read({ params })).customization).toEqual(customization)
})

test('accepts only approved certificates of the product, own public files and granted badges [CU03 CU04]', async () => {
  const editor = await fresh()
  await certificateOf(world, person, params.id, 'Halal')
  const [own] = (await editor.read({ params })).certificates
  const certificate = omit(own!, 'status')
  await world.database.query(`update sku_certificate set status = 'Pending Approval' where id = $1`, [own!.id])
  const notApproved = { status: 409, code: 'customization.certificate' }
  await expect(editor.save({ certificates: [certificate] })).rejects.toMatchObject(notApproved)
  await world.database.query(`update sku_certificate set status = 'Approved' where id = $1`, [own!.id])
  const saved = await editor.save({ certificates: [{ ...certificate, title: 'Reworded' }] })
  expect(saved.customization!.certificates).toEqual([certificate])
  await expect(editor.save({ certificates: [{ ...certificate, id: crypto.randomUUID() }] })).rejects.toMatchObject(
    notApproved,
  )

  const foreign = await uploadedPicture(world, await world.approvedMerchant())
  const mineToo = await uploadedPicture(world, person)
  const noFile = { status: 400, code: 'customization.file' }
  await expect(editor.save({ logo: { ...mineToo, hash: 'a'.repeat(64) } })).rejects.toMatchObject(noFile)
  const { hash, ext, name, mime, size } = await uploaded(world, person, 'document')
  await expect(editor.save({ logo: { hash, ext, name, mime, size } })).rejects.toMatchObject(noFile)
  expect(foreign.hash).toBe(mineToo.hash)

  await expect(editor.save({ badge: 'Halal' })).rejects.toMatchObject({ code: 'feature.halal' })
  await enableFeatures(world, person, 'halal')
  expect((await editor.save({ badge: 'Halal' })).customization).toMatchObject({ badge: 'Halal' })
})

test('rejects data of another shape [CU05]', async () => {
  const editor = await fresh()
  const picture = await uploadedPicture(world, person)
  const text = (ops: object[]) => ({ additions: [{ id: 'a', type: 'text', content: { ops } }] })
  const bad: object[] = [
    { background_color: 'red' },
    { background_color: '#fff;}' },
    { website: 'javascript:alert(1)' },
    { website: '//evil.example' },
    { social_link: 'https://user@evil.example' },
    { social_link: 'https:\\\\evil.example' },
    { badge: 'Gold' },
    text([{ insert: 'a', attributes: { link: 'https://evil.example' } }]),
    text([{ insert: { image: 'https://evil.example/a.png' } }]),
    text([{ insert: 'a', attributes: { size: '99px' } }]),
    text([{ delete: 4 }]),
    { additions: [{ id: 'a', type: 'script' }] },
    { additions: [{ id: 'a', type: 'embed', link: 'data:text/html,x', height: 300 }] },
    { additions: [{ id: 'a', type: 'embed', link: 'https://a.example', height: 1e6 }] },
    { additions: [{ id: 'a"]{}', type: 'video' }] },
    {
      additions: [
        { id: 'a', type: 'video' },
        { id: 'a', type: 'video' },
      ],
    },
    { additions: [{ id: 'a', type: 'image', images: [{ ...picture, ext: '.svg' }] }] },
    { additions: [{ id: 'a', type: 'image', images: [{ ...picture, ext: '.pdf' }] }] },
    { verified_text: 'x'.repeat(81) },
    { verified_text: 'half a pair \ud83d' },
    { logo: { ...picture, name: '\udc69' } },
    text([{ insert: 'NUL \0' }]),
  ]
  for (const body of bad) await expect(editor.save(body), JSON.stringify(body)).rejects.toMatchObject({ status: 400 })
  expect((await editor.read({ params })).status).toBe('none')
})

test('shows shoppers the published page with approved certificates, and no draft [CU05 VE02]', async () => {
  const goods = await product(world)
  const owner = await world.signUp({ role: 'merchant', merchantId: goods.merchantId, confirmed: true })
  const editor = customizations(world, owner)
  const own = { id: goods.skuId }
  await certificateOf(world, owner, goods.skuId, 'ISO 9001')
  await world.database.query(`update sku_certificate set status = 'Approved' where sku_id = $1`, [goods.skuId])
  const certificate = omit((await editor.read({ params: own })).certificates[0]!, 'status')
  const { printed, secret } = goods.active[0]!
  const seen = () => customizations(world).ofCode({ query: { a: printed + secret } })
  const verified = () => world.api(verifyContract).verify({ query: { a: printed, p: secret } })
  const polling = { timeout: 5000 }
  const body = { verified_text: 'Real', certificates: [certificate] }
  await editor.save({ params: own, body: { ...body, isDraft: true } })
  expect(await seen()).toBeNull()
  expect((await verified()).customization).toBeNull()
  await editor.save({ params: own, body: { ...body, isDraft: false } })
  expect(await seen()).toMatchObject({ verified_text: 'Real', certificates: [{ title: expect.any(String) }] })
  await expect.poll(verified, polling).toMatchObject({ customization: { verified_text: 'Real', certificates: [{}] } })
  await world.database.query(`update sku_certificate set status = 'Rejected' where sku_id = $1`, [goods.skuId])
  expect(await seen()).toMatchObject({ certificates: [] })
  await expect.poll(verified, polling).toMatchObject({ customization: { certificates: [] } })
  for (const a of [printed, printed + 'A'.repeat(16), goods.inactive.printed + goods.inactive.secret, 'x']) {
    expect(await customizations(world).ofCode({ query: { a } })).toBeNull()
  }
})

test('lets only an administrator approve hosts, and keeps other features [VE05 VE06]', async () => {
  const editor = await fresh()
  await enableFeatures(world, person, 'temperature')
  const admin = customizations(world, await world.admin())
  const own = { id: person.merchantId! }
  const hosts = { redirect: ['rimba.example'], embed: ['maps.rimba.example', 'maps.rimba.example'] }
  const set = { redirect: ['rimba.example'], embed: ['maps.rimba.example'] }
  expect(await admin.setHosts({ params: own, body: hosts })).toEqual(set)
  expect((await editor.read({ params })).hosts).toEqual(set)
  const { rows } = await world.database.query('select features from merchant where id = $1', [own.id])
  expect(rows[0].features).toContain('temperature')
  for (const host of ['https://a.example', 'a', 'a b.example', '*.example', 'a.example/path', 'a.example:80']) {
    await expect(admin.setHosts({ params: own, body: { redirect: [host], embed: [] } })).rejects.toMatchObject({
      status: 400,
    })
  }
  await expect(editor.setHosts({ params: own, body: set })).rejects.toMatchObject({ status: 403 })
  await expect(admin.hosts({ params: { id: crypto.randomUUID() } })).rejects.toMatchObject({ status: 404 })
})
