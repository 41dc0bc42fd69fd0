import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRoute } from '#server/core/test/access-manifest/call-route.ts'
import { manifest } from '#server/core/test/access-manifest/manifest.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createMerchantData, type MerchantData } from '#server/core/test/merchant-data.ts'
import { businessContract } from '#shared/business/contract.ts'
import type { Role } from '#shared/core/api/access.ts'
import { picture, sendFile, uploaded } from './upload.fixture.ts'

let world: TestApp
let otherData: MerchantData
const callers = {} as Record<Role, Person>
beforeAll(async () => {
  world = await testApp()
  callers.merchant = await world.approvedMerchant({ credit: 100 })
  otherData = await createMerchantData(world, callers.merchant)
  const colleague = (role: Role) => world.signUp({ role, merchantId: callers.merchant.merchantId!, confirmed: true })
  callers.dealer = await colleague('dealer')
  callers.customerservice = await colleague('customerservice')
  callers.admin = await world.admin()
})
afterAll(() => world.close())

const fetchFile = (file: { hash: string; ext: string }, role: Role) =>
  world.app.inject({
    url: `/api/files/${file.hash}${file.ext}`,
    headers: { authorization: `Bearer ${callers[role].token}` },
  })

/** Every call that reads, except the event stream, which does not end. */
const reading = Object.entries(manifest).filter(([name]) => name.startsWith('GET ') && name !== 'GET /events')

async function routesRevealingDocument(role: Role): Promise<string[]> {
  const revealing: string[] = []
  for (const [name, entry] of reading) {
    const input = entry.input?.(otherData) ?? {}
    const { statusCode, body } = await callRoute(world, name, input, callers[role])
    const isTheFile = name === 'GET /files/:file' && statusCode === 200
    if (isTheFile || body.includes(otherData.document.hash)) revealing.push(name)
  }
  return revealing
}

test('shows registration documents to merchant, customer service and administrators, but not to a dealer', async () => {
  const own = ['GET /business', 'GET /trademark', 'GET /trademark/:id', 'GET /files/:file']
  expect(await routesRevealingDocument('dealer')).toEqual([])
  for (const role of ['merchant', 'customerservice'] as const)
    expect(await routesRevealingDocument(role)).toEqual(expect.arrayContaining(own))
  expect(await routesRevealingDocument('admin')).toEqual(expect.arrayContaining(own.slice(1)))
})

test('hides an unused document from dealers too, and shows them the photo of a report', async () => {
  const waiting = await uploaded(world, callers.merchant)
  const photo = await uploaded(world, callers.merchant)
  await world.database.query('update verdict_case set report = $2 where id = $1', [
    otherData.caseId,
    {
      shop: '',
      place: '',
      note: '',
      photo: { hash: photo.hash, ext: photo.ext, name: 'p', mime: photo.mime, size: 1 },
    },
  ])
  const statuses = async (file: { hash: string; ext: string }) =>
    Promise.all(
      (['merchant', 'dealer', 'customerservice', 'admin'] as const).map(
        async (role) => (await fetchFile(file, role)).statusCode,
      ),
    )
  expect(await statuses(waiting)).toEqual([200, 404, 200, 200])
  expect(await statuses(photo)).toEqual([200, 200, 200, 200])
})

test('makes a public upload private when it becomes a registration document, unless it is published', async () => {
  await world.work()
  const [person, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const [secret, shared] = [await picture(33, 31), await picture(35, 31)]
  const send = async (by: Person, content: Buffer) => (await sendFile(world, by, content, { purpose: 'media' })).body
  const documents = await send(person, secret)
  const anonymous = async ({ hash, ext }: { hash: string; ext: string }) =>
    (await world.app.inject({ url: `/api/files/${hash}${ext}` })).statusCode
  expect(await anonymous(documents)).toBe(200)
  const business = world.api(businessContract, person)
  const body = { registration_no: 'REG-9', details: { documents, country: 'Malaysia' } }
  await business.create({ body })
  await expect.poll(() => anonymous(documents)).toBe(404)
  // The same call again, and the merchant still reads its document.
  await business.update({ body })
  const own = { authorization: `Bearer ${person.token}` }
  const read = await world.app.inject({ url: `/api/files/${documents.hash}${documents.ext}`, headers: own })
  expect([read.statusCode, read.headers['content-disposition']]).toEqual([200, 'inline; filename="document.png"'])

  const published = await send(person, shared)
  await send(other, shared)
  await business.update({ body: { ...body, details: { ...body.details, documents: published } } })
  const openJobs = async () => {
    const { rows } = await world.database.query(
      `select from pgboss.job where name = 'media.hideDocument' and state in ('created', 'retry', 'active')`,
    )
    return rows.length
  }
  await expect.poll(openJobs).toBe(0)
  expect(await anonymous(published)).toBe(200)
  // Whoever publishes the content of a document has it.
  await send(other, secret)
  expect(await anonymous(documents)).toBe(200)
})
