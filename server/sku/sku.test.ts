import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { picture, sendFile, uploaded } from '#server/media/upload.fixture.ts'
import { generate, orderOf, printedCodes } from '#server/order/order.fixture.ts'
import { omit } from '#shared/core/omit.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { skuBulkContract } from '#shared/sku/bulk-contract.ts'
import { skuContract } from '#shared/sku/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

async function trademarkOf(person: Person): Promise<string> {
  const { rows } = await world.database.query(
    `insert into trademark (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
     values ($1, 'Highland', 'TM-1', 'Ada', 'Pahang', 'my', 'Approved', '{}') returning id`,
    [person.merchantId],
  )
  return rows[0].id
}

async function validSku(person: Person, trademarkId: string) {
  const image = omit(await uploaded(world, person, 'image'), 'id', 'merchant', 'createdAt')
  return {
    name: 'Black tea',
    sku: 'HT-1',
    trademarkId,
    details: {
      images: [image],
      sku_details: { Weight: '100 g', Origin: 'Pahang' },
      sku_details_order: ['Origin', 'Weight'],
    },
    certificates: [{ ...image, type: 'Halal' as const, title: 'Halal certificate' }],
  }
}

test("keeps the order of a product's details, and requests approval of its certificate [SK01 SK02 AD03]", async () => {
  const person = await world.confirmedMerchant()
  const ownApi = world.api(skuContract, person)
  const body = await validSku(person, await trademarkOf(person))
  const created = await ownApi.create({ body })
  expect(created.details.sku_details_order).toEqual(['Origin', 'Weight'])
  expect(created.certificates).toMatchObject([{ type: 'Halal', status: 'Pending Approval' }])
  const admin = world.api(skuContract, await world.admin())
  const params = { id: created.id }
  await admin.setCertificateStatus({ params, body: { certificate: created.certificates[0]!.id, status: 'Approved' } })
  const changed = await ownApi.update({ params, body: { ...body, name: 'Blacker tea' } })
  expect(changed).toMatchObject({ name: 'Blacker tea', certificates: [{ status: 'Approved' }] })
  expect((await ownApi.list({ query: { search: 'blacker' } })).total).toBe(1)
  await expect(ownApi.create({ body })).rejects.toMatchObject({ code: 'sku.taken' })
  await ownApi.remove({ params })
  await expect(ownApi.read({ params })).rejects.toMatchObject({ status: 404 })
})

test('lists one row per certificate for an administrator, and responds 403 for a merchant [AD03]', async () => {
  const person = await world.confirmedMerchant()
  const ownApi = world.api(skuContract, person)
  const body = await validSku(person, await trademarkOf(person))
  const [certificate] = body.certificates
  const second = { ...(await validSku(person, body.trademarkId)).certificates[0]!, title: 'Second certificate' }
  const created = await ownApi.create({ body: { ...body, sku: 'HT-7', certificates: [certificate!, second] } })
  await ownApi.create({ body: { ...body, sku: 'HT-8', certificates: [] } })
  const admin = world.api(skuContract, await world.admin())
  const approved = created.certificates.find(({ title }) => title === certificate!.title)!
  await admin.setCertificateStatus({
    params: { id: created.id },
    body: { certificate: approved.id, status: 'Approved' },
  })
  const found = await admin.certificates({ query: { search: 'HT-7' } })
  expect(found).toMatchObject({
    total: 2,
    rows: [
      { title: 'Second certificate', status: 'Pending Approval', skuId: created.id, sku: 'HT-7', brand: 'Highland' },
      {
        title: certificate!.title,
        status: 'Approved',
        business_name: created.business_name,
        merchant: created.merchant,
      },
    ],
  })
  expect(await admin.certificates({ query: { search: 'HT-7', page: 2 } })).toEqual({ rows: [], total: 2 })
  await expect(ownApi.certificates({ query: {} })).rejects.toMatchObject({ status: 403 })
})

test('requests approval of a changed certificate again, but not of another with the same document [SK02]', async () => {
  const person = await world.confirmedMerchant()
  const ownApi = world.api(skuContract, person)
  const body = await validSku(person, await trademarkOf(person))
  const [halal] = body.certificates
  const certificates = [halal!, { ...halal!, type: 'ISO 9001' as const, title: 'ISO certificate' }]
  const created = await ownApi.create({ body: { ...body, certificates } })
  const params = { id: created.id }
  const admin = world.api(skuContract, await world.admin())
  for (const { id } of created.certificates) {
    await admin.setCertificateStatus({ params, body: { certificate: id, status: 'Approved' } })
  }
  const reworded = [{ ...halal!, title: 'Halal until 2027' }, certificates[1]!]
  const changed = await ownApi.update({ params, body: { ...body, certificates: reworded } })
  expect(Object.fromEntries(changed.certificates.map(({ title, status }) => [title, status]))).toEqual({
    'Halal until 2027': 'Pending Approval',
    'ISO certificate': 'Approved',
  })
})

test('keeps the pictures of a product and its clone when the media list drops them [SK02 SK05 ME01]', async () => {
  const person = await world.confirmedMerchant()
  const ownApi = world.api(skuContract, person)
  const media = world.api(mediaContract, person)
  const body = await validSku(person, await trademarkOf(person))
  const { body: spare } = await sendFile(world, person, await picture(32), { purpose: 'image' })
  const { id, details } = await ownApi.create({ body })
  expect(details.images).toMatchObject([{ hash: body.details.images[0]!.hash }])
  for (const file of (await media.list({ query: {} })).rows) await media.remove({ params: { id: file.id } })
  const changed = await ownApi.update({ params: { id }, body: { ...body, name: 'Blacker tea' } })
  expect(changed.details.images).toEqual(details.images)
  const clone = await ownApi.create({ body: { ...body, sku: 'HT-2' } })
  expect(clone.details.images).toEqual(details.images)
  const { hash, ext, name, mime, size } = spare
  const unused = { ...body, sku: 'HT-3', details: { ...body.details, images: [{ hash, ext, name, mime, size }] } }
  await expect(ownApi.create({ body: unused })).rejects.toMatchObject({ code: 'sku.file' })
})

test('rejects foreign trademarks, foreign pictures and an order of details that do not exist [SK02]', async () => {
  const [person, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const ownApi = world.api(skuContract, person)
  const body = await validSku(person, await trademarkOf(person))
  await expect(ownApi.create({ body: { ...body, trademarkId: await trademarkOf(other) } })).rejects.toMatchObject({
    code: 'sku.noTrademark',
  })
  const document = omit(await uploaded(world, person, 'document'), 'id', 'merchant', 'createdAt')
  const stolen = { ...body, details: { ...body.details, images: [document] } }
  await expect(ownApi.create({ body: stolen })).rejects.toMatchObject({ code: 'sku.file' })
  const unnamed = { ...body, details: { ...body.details, sku_details_order: ['Color'] } }
  await expect(ownApi.create({ body: unnamed })).rejects.toMatchObject({ status: 400 })
  for (const verify_url of ['javascript:1', 'http://10.0.0.1/', 'https://nas.local/']) {
    const rejected = ownApi.create({ body: { ...body, details: { ...body.details, verify_url } } })
    await expect(rejected, verify_url).rejects.toMatchObject({
      details: { issues: [expect.objectContaining({ path: 'details.verify_url' })] },
    })
  }
})

test('rejects more than forty details, also without an order [SK02]', async () => {
  const person = await world.confirmedMerchant()
  const ownApi = world.api(skuContract, person)
  const body = await validSku(person, await trademarkOf(person))
  const withDetails = (n: number) => ({
    ...body.details,
    sku_details: Object.fromEntries(Array.from({ length: n }, (_, i) => [`Label ${i}`, 'Value'])),
    sku_details_order: [],
  })
  const { id } = await ownApi.create({ body: { ...body, details: withDetails(40) } })
  const more = { ...body, details: withDetails(41) }
  const rejected = {
    status: 400,
    details: { issues: [{ path: 'details.sku_details', message: 'At most 40 details' }] },
  }
  await expect(ownApi.create({ body: more })).rejects.toMatchObject(rejected)
  await expect(ownApi.update({ params: { id }, body: more })).rejects.toMatchObject(rejected)
  const details = omit(more.details, 'images')
  const row = { name: 'Tea', sku: 'HT-9', trademark: 'highland', details, images: [], certificates: [] }
  const imported = world.api(skuBulkContract, person).add({ query: {}, body: [row] })
  await expect(imported).rejects.toMatchObject({
    details: { issues: [{ path: '0.details.sku_details', message: 'At most 40 details' }] },
  })
})

test('appends details that the order leaves out, and keeps certificates that a change leaves out [SK02]', async () => {
  const person = await world.confirmedMerchant()
  const ownApi = world.api(skuContract, person)
  const body = await validSku(person, await trademarkOf(person))
  const details = { ...body.details, sku_details_order: ['Weight'] }
  const created = await ownApi.create({ body: { ...body, details } })
  expect(created.details.sku_details_order).toEqual(['Weight', 'Origin'])
  const rest = omit(body, 'certificates')
  const changed = await ownApi.update({ params: created, body: rest })
  expect(changed.certificates).toEqual(created.certificates)
  expect(changed.certificates.length).toBeGreaterThan(0)
})

test("responds 404 to another merchant's product [SK01]", async () => {
  const [person, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const created = await world
    .api(skuContract, person)
    .create({ body: await validSku(person, await trademarkOf(person)) })
  const otherApi = world.api(skuContract, other)
  const params = { id: created.id }
  await expect(otherApi.read({ params })).rejects.toMatchObject({ status: 404 })
  const body = await validSku(other, await trademarkOf(other))
  await expect(otherApi.update({ params, body })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.remove({ params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 })
})

test('rejects orders of a deactivated product until it is activated [SK05]', async () => {
  const [person, other] = [await world.approvedMerchant({ credit: 10 }), await world.confirmedMerchant()]
  const ownApi = world.api(skuContract, person)
  const { id, active } = await ownApi.create({ body: await validSku(person, await trademarkOf(person)) })
  expect(active).toBe(true)
  const params = { id }
  expect((await ownApi.setActive({ params, body: { active: false } })).active).toBe(false)
  const order = () => world.api(orderContract, person).create({ body: { skuId: id, quantity: 1 } })
  await expect(order()).rejects.toMatchObject({ code: 'order.inactiveSku' })
  await expect(world.api(skuContract, other).setActive({ params, body: { active: true } })).rejects.toMatchObject({
    status: 404,
  })
  await ownApi.setActive({ params, body: { active: true } })
  expect((await order()).skuId).toBe(id)
})

/** Runs a call while another transaction has executed a statement, commits that transaction, and returns the problem. */
async function whileUncommitted(statement: string, values: unknown[], call: () => Promise<unknown>): Promise<unknown> {
  const open = new pg.Client({ connectionString: world.database.url })
  await open.connect()
  try {
    await open.query('begin')
    await open.query(statement, values)
    const problem = call().then(
      () => 'done',
      (error) => error,
    )
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await world.database.query(waiting)).rowCount).toBe(1)
    await open.query('commit')
    return await problem
  } finally {
    await open.end()
  }
}

test('rejects a number or a removal that another call makes impossible at the same time [SK02]', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const ownApi = world.api(skuContract, person)
  const body = await validSku(person, await trademarkOf(person))
  const [first, second] = [await ownApi.create({ body }), await ownApi.create({ body: { ...body, sku: 'HT-2' } })]
  const rename = () => ownApi.update({ params: second, body: { ...body, sku: 'HT-3' } })
  const statement = `update sku set sku = 'HT-3' where id = $1`
  expect(await whileUncommitted(statement, [first.id], rename)).toMatchObject({ code: 'sku.taken' })
  const order = `insert into code_order (merchant_id, order_id, sku_id, quantity, prefix) values ($1, 'A7K2-9QXW', $2, 1, 'abcde')`
  const remove = () => ownApi.remove({ params: second })
  expect(await whileUncommitted(order, [person.merchantId, second.id], remove)).toMatchObject({ code: 'sku.inUse' })
  const gtin = '09506000134369'
  const row = { name: 'Tea', sku: 'HT-4', gtin, trademark: 'highland', details: {} }
  const list = () => world.api(skuBulkContract, person).add({ query: {}, body: [row] })
  const taken = await whileUncommitted('update sku set gtin = $2 where id = $1', [second.id, gtin], list)
  expect(taken).toMatchObject({ details: { errors: [{ row: 1, problem: 'gtinTaken', value: gtin }] } })
})

test('rejects the removal of a product when codes of it are activated [SK02]', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const ownApi = world.api(skuContract, person)
  const params = await ownApi.create({ body: await validSku(person, await trademarkOf(person)) })
  const orderId = await orderOf(world, person, params.id, 1)
  await generate(world, orderId)
  const { id } = await activate(world, person, await printedCodes(world, orderId))
  await activateWaitingBatch(world, id)
  await expect(ownApi.remove({ params })).rejects.toMatchObject({ code: 'sku.inUse' })
})
