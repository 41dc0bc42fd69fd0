import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRoute } from '#server/core/test/access-manifest/call-route.ts'
import { manifest } from '#server/core/test/access-manifest/manifest.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createMerchantData, type MerchantData } from '#server/core/test/merchant-data.ts'
import type { Role } from '#shared/core/api/access.ts'
import { uploaded } from './upload.fixture.ts'

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

test('shows registration documents to merchant, customer service and administrators; no route reveals them to a dealer', async () => {
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
