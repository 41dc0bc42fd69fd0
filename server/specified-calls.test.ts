import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '#client/core/http/api.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { createMerchantData, type MerchantData } from './core/test/merchant-data.ts'

/**
 * The calls that clients were promised, with the fields that they were promised and no others: without idempotency keys,
 * revisions or parts that the product added later. `answer` names the promised fields of the response.
 */
type Scene = { own: MerchantData; person: Person; businessName: string }
type Input = Partial<Record<'params' | 'query', Record<string, unknown>>> & { body?: object }
type Promised = { as?: 'admin' | 'shopper'; send?: (scene: Scene) => Input; answer?: string[] }

const byId = (pick: (own: MerchantData) => string, body?: object) => ({
  send: ({ own }: Scene): Input => ({ params: { id: pick(own) }, ...(body && { body }) }),
})
const page = ['rows', 'total']
const plan = { title: 'Grower', price: 100, promo_price: 80, codes: 1000, description: 'For a season' }
const product = ({ own }: Scene) => ({
  name: 'Cloud tea',
  sku: 'C-1',
  trademarkId: own.trademarkId,
  details: { images: [], sku_details: { Origin: 'Pahang', Weight: '100 g' } },
})
const scanned = ({ own }: Scene): Input => {
  const code = own.codes[0]!.split('/').at(-1)!
  return { query: { a: code.slice(0, 26), p: code.slice(26) } }
}
const week = () => ({ from: new Date(Date.now() - 7 * 86_400_000).toISOString(), to: new Date().toISOString() })
const reading = () => ({ value: 4.2, createdAt: new Date().toISOString() })

const promised: Record<string, Promised> = {
  'GET /payloads': { send: ({ own }) => ({ query: { orderId: own.orderId } }), answer: page },
  'GET /payloads/activated': {},
  'GET /payloads/totalActivated': { answer: ['total'] },
  'GET /payloads/activateBatch': { answer: page },
  'GET /payloads/activateBatch/:id': { ...byId((own) => own.batchId), answer: ['identifier', 'quantity', 'status'] },
  'POST /payloads/check': { send: ({ own }) => ({ body: { addressList: own.codes } }) },
  'GET /payloads/byLogisticId/:id': { ...byId((own) => own.logisticId), answer: page },
  'GET /uploads': { answer: page },
  'DELETE /uploads/:id': byId((own) => own.uploadId),
  'GET /billing': { answer: page },
  'POST /billing': { as: 'admin', send: ({ own }) => ({ body: { plan: own.planId, merchant: own.merchantId } }) },
  'GET /billing/getBalance': {
    answer: ['usedCodes', 'isActive', 'remainingDays', 'trial', 'remainingCodes'],
  },
  'PUT /billing/updateStatus/:id': { as: 'admin', ...byId((own) => own.merchantId, { isActive: true }) },
  'GET /trademark': { answer: page },
  'GET /trademark/:id': byId((own) => own.trademarkId),
  'GET /trademark/count': {},
  'PUT /trademark/status/:id': { as: 'admin', ...byId((own) => own.trademarkId, { status: 'Rejected' }) },
  'GET /business': {},
  'GET /business/progress': {
    answer: ['emailConfirmed', 'businessUpdated', 'trademarkRegistered', 'businessApproved', 'trademarkApproved'],
  },
  'GET /business/all': { as: 'admin', answer: page },
  'GET /plan': {},
  'GET /plan/:id': byId((own) => own.planId),
  'POST /plan': { as: 'admin', send: () => ({ body: plan }), answer: ['id', ...Object.keys(plan)] },
  'PUT /plan/:id': { as: 'admin', ...byId((own) => own.planId, plan), answer: Object.keys(plan) },
  'DELETE /plan/:id': { as: 'admin', ...byId((own) => own.planId) },
  'GET /sku': { answer: page },
  'GET /sku/:id': { ...byId((own) => own.skuId), answer: ['name', 'sku', 'trademarkId', 'details', 'certificates'] },
  'GET /sku/demo': { as: 'shopper' },
  'POST /sku': { send: (scene) => ({ body: product(scene) }), answer: ['id', 'details'] },
  'PUT /sku/:id': { send: (scene) => ({ params: { id: scene.own.skuId }, body: product(scene) }) },
  'POST /sku/bulk': {
    send: () => ({
      body: [
        {
          ...{ name: 'Listed', sku: 'L-2', trademark: 'Highland', images: [], certificates: [] },
          details: { sku_details: { Origin: 'Pahang' } },
        },
      ],
    }),
  },
  'PUT /sku/status/:id': {
    as: 'admin',
    send: ({ own }) => ({
      params: { id: own.skuId },
      body: { status: 'Approved', certificate: { id: own.certificateId, type: 'Halal' } },
    }),
  },
  'GET /sku/customization/:id': byId((own) => own.skuId),
  'PUT /sku/customization/:id': byId((own) => own.skuId, { isDraft: true }),
  'PUT /sku/customization/remove/:id': byId((own) => own.skuId),
  'GET /order': { send: () => ({ query: { limit: 5 } }), answer: page },
  'GET /order/total': { answer: ['total'] },
  'GET /order/:id': { ...byId((own) => own.orderId), answer: ['order_id', 'skuId', 'quantity', 'createdAt', 'note'] },
  'POST /order': { send: ({ own }) => ({ body: { skuId: own.skuId, note: '', quantity: 2 } }), answer: ['order_id'] },
  'PUT /order/:id': byId((own) => own.orderId, { note: 'For May' }),
  'DELETE /order/:id': byId((own) => own.queuedId),
  'GET /tag/preview': { send: ({ own }) => ({ query: { a: own.codes[0]! } }), answer: ['order'] },
  'GET /tag/verify': { as: 'shopper', send: scanned, answer: ['verified', 'transaction', 'expired', 'verifyStatus'] },
  'GET /tag/redirect': { as: 'shopper', send: scanned, answer: ['ok', 'verify_url'] },
  'GET /tag/customization': { as: 'shopper', send: scanned },
  'POST /tag/activate': {
    send: ({ own }) => ({
      body: {
        addressList: own.codes.slice(1, 2),
        certificates: [own.certificateId],
        submissionId: own.submissionId,
      },
    }),
    answer: ['identifier', 'quantity', 'status'],
  },
  'GET /insights': {
    send: () => ({ query: week() }),
    answer: ['summary', 'risk', 'trend', 'activityMap', 'weeklyActivity', 'os'],
  },
  'GET /insights/report': { send: () => ({ query: week() }) },
  'GET /geoip': {},
  'GET /form': { answer: page },
  'GET /form/:id': byId((own) => own.formId),
  'POST /form': { send: () => ({ body: { name: 'Tea', custom_id_label: 'Batch' } }) },
  'PUT /form/:id': { ...byId((own) => own.formId, { name: 'Autumn', custom_id_label: 'Lot' }), answer: ['name'] },
  'POST /form/:id/section': byId((own) => own.formId, { name: 'Packing', sensors: [], questions: [] }),
  'GET /section/byFormId/:id': byId((own) => own.formId),
  'GET /section/:id': byId((own) => own.sectionId),
  'GET /section/:id/sensor': byId((own) => own.sectionId),
  'PUT /section/:id': byId((own) => own.sectionId, { name: 'Harvest' }),
  'DELETE /section/:id': byId((own) => own.sectionId),
  'GET /question/bySectionId/:id': byId((own) => own.sectionId),
  'GET /submission': { answer: page },
  'GET /submission/:id': byId((own) => own.submissionId),
  'GET /submission/:id/preview': { ...byId((own) => own.submissionId), answer: ['answers', 'sensorAnswers'] },
  'GET /logistic': { answer: page },
  'GET /logistic/:id': byId((own) => own.logisticId),
  'POST /logistic': {
    send: ({ own }) => ({
      body: { recipient: 'Harbor', manufacturer_id: 'TAG-2', note: '', addresses: own.codes.slice(1, 2) },
    }),
    answer: ['identifier', 'recipient', 'note', 'quantity', 'manufacturer_id', 'createdAt'],
  },
  'DELETE /logistic/:id': byId((own) => own.logisticId),
  'GET /sensor': { answer: page },
  'GET /sensor/:id': byId((own) => own.sensorId),
  'GET /sensor/:id/log': { ...byId((own) => own.sensorId), answer: ['logs', 'type', 'unit', 'threshold'] },
  'GET /sensor/log/:id': { ...byId((own) => own.sensorId) },
  'POST /sensor/:id/log': { send: ({ own }) => ({ params: { id: own.sensorId }, body: reading() }) },
  'DELETE /sensor/:id': byId((own) => own.sensorId),
  'GET /user': { as: 'admin', send: () => ({ query: { search: 'tea' } }) },
  'GET /user/me': {},
  'POST /dealer/register': {
    as: 'admin',
    send: ({ businessName }) => ({
      body: {
        ...{ name: 'Depot', email: 'depot@example.com', businessName },
        ...{ password: 'Correct-horse-1', role: 'dealer' },
      },
    }),
  },
}

let world: TestApp
let admin: Person
let reader: Scene
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
  reader = await newScene()
})
afterAll(() => world.close())

async function newScene(): Promise<Scene> {
  const person = await world.approvedMerchant({ credit: 100 })
  const own = await createMerchantData(world, person)
  const { rows } = await world.database.query('select name from merchant where id = $1', [own.merchantId])
  return { person, own, businessName: rows[0].name }
}

test.each(Object.keys(promised))('CO10 %s accepts the promised fields alone', async (name) => {
  const scene = name.startsWith('GET') ? reader : await newScene()
  const { as, send, answer = [] } = promised[name]!
  const [method, path] = name.split(' ') as [Route['method'], string]
  const { body, ...address } = send?.(scene) ?? {}
  const caller = as === 'shopper' ? undefined : as === 'admin' ? admin : scene.person
  const response = await world.app.inject({
    method,
    url: urlOf({ path } as Route, address),
    headers: { ...(caller && { authorization: `Bearer ${caller.token}` }) },
    ...(body && { payload: body }),
  })
  expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, ''])
  const fields = answer.length > 0 ? Object.keys(response.json()) : []
  expect(answer.filter((field) => !fields.includes(field))).toEqual([])
})
