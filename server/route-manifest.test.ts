import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#client/core/api.ts'
import { type Access, mayAccess, type Role } from '#shared/core/access.ts'
import type { Route } from '#shared/core/contract.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { type Belongings, belongingsOf, rowsOf } from './core/test/two-tenants.ts'

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type Entry = {
  /** Roles answered 403; nobody at all without a session, unless the route is `open`. */
  denied: readonly Role[] | 'open'
  /**
   * What a merchant gets that names another merchant's things: a status, `nothing` (200 without a word of the other),
   * `own` (the call names no things), or `open`.
   */
  foreign: number | 'nothing' | 'own' | 'open'
  /** A call that would pass if the things were the caller's own. */
  input?: (theirs: Belongings) => Input
}

const merchants = ['admin'] as const
const owners = ['dealer', 'customerservice', 'admin'] as const
const dealers = ['customerservice', 'admin'] as const
const admins = ['merchant', 'dealer', 'customerservice'] as const

const open: Entry = { denied: 'open', foreign: 'open' }
const reads: Entry = { denied: merchants, foreign: 'nothing' }
const reviews: Entry = { denied: [], foreign: 'nothing' }
const byId = (pick: (theirs: Belongings) => string, rest: Omit<Input, 'params'> = {}) => ({
  input: (theirs: Belongings) => ({ params: { id: pick(theirs) }, ...rest }),
})

const business = ({ document }: Belongings) => ({
  body: { registration_no: 'REG', details: { documents: document, country: 'my' } },
})
const mark = (theirs: Belongings): Input => ({
  body: {
    ...{ registration_name: 'Mine', registration_no: 'TM-9', applicant_name: 'Bob', applicant_address: 'Ipoh' },
    country: 'my',
    details: { class: '30', postcode: '39100', file: theirs.document },
    acknowledgeInfoCorrect: true,
  },
})
const product = ({ trademarkId }: Belongings): Input => ({
  body: { name: 'Mine', sku: 'B-1', trademarkId, details: {}, certificates: [] },
})
const plan = {
  body: { title: 'Free', codes: 1, description: 'For me', validity: 1, validity_unit: 'year' },
}

const template = ({ formId }: Belongings) => ({ body: { id: formId, name: 'Mine' } })

/** Who may call what. A route that is not listed here does not pass. */
const manifest: Record<string, Entry> = {
  'POST /auth/local': open,
  'POST /auth/refresh': open,
  'POST /auth/sign-out': open,
  'POST /merchant/register': open,
  'GET /auth/send-email-confirmation': open,
  'POST /auth/email-confirmation': open,
  'POST /auth/forgot-password': open,
  'POST /auth/reset-password': open,
  'POST /auth/administrator-link': open,
  'POST /auth/change-password': { denied: [], foreign: 'own' },
  'GET /user/me': reviews,
  'PUT /user/me/language': { denied: [], foreign: 'own' },
  'GET /events': { denied: [], foreign: 'own' },

  'GET /business': reads,
  'GET /business/progress': reads,
  'POST /business': { denied: owners, foreign: 400, input: business },
  'PUT /business': { denied: owners, foreign: 409, input: business },
  'GET /business/all': { denied: admins, foreign: 403 },
  'PUT /business/:id': {
    denied: admins,
    foreign: 403,
    ...byId(({ businessId }) => businessId, { body: { details: { verified: false } } }),
  },
  'DELETE /business/:id': { denied: admins, foreign: 403, ...byId(({ businessId }) => businessId) },

  'GET /trademark': reviews,
  'GET /trademark/count': reviews,
  'GET /trademark/:id': { denied: [], foreign: 404, ...byId(({ trademarkId }) => trademarkId) },
  'POST /trademark': { denied: owners, foreign: 400, input: mark },
  'PUT /trademark/:id': {
    denied: owners,
    foreign: 400,
    input: (theirs) => ({ params: { id: theirs.trademarkId }, ...mark(theirs) }),
  },
  'DELETE /trademark/:id': { denied: owners, foreign: 404, ...byId(({ trademarkId }) => trademarkId) },
  'PUT /trademark/status/:id': {
    denied: admins,
    foreign: 403,
    ...byId(({ trademarkId }) => trademarkId, { body: { status: 'Rejected' } }),
  },

  'GET /uploads': reads,
  'GET /uploads/:id': { denied: merchants, foreign: 404, ...byId(({ uploadId }) => uploadId) },
  'POST /uploads': { denied: owners, foreign: 'own' },
  'POST /uploads/bulk': { denied: owners, foreign: 'own' },
  'DELETE /uploads/:id': { denied: owners, foreign: 404, ...byId(({ uploadId }) => uploadId) },
  'GET /files/:file': {
    denied: 'open',
    foreign: 404,
    input: ({ document }) => ({ params: { file: document.hash + document.ext } }),
  },

  'GET /sku': reviews,
  'GET /sku/certificate': { denied: admins, foreign: 403 },
  'GET /sku/demo': { denied: 'open', foreign: 'nothing' },
  'GET /sku/:id': { denied: [], foreign: 404, ...byId(({ skuId }) => skuId) },
  'POST /sku': { denied: owners, foreign: 400, input: product },
  // Trademarks and files are named by their words: only the caller's own are looked at.
  'POST /sku/bulk': { denied: owners, foreign: 'own' },
  'PUT /sku/:id': {
    denied: owners,
    foreign: 404,
    input: (theirs) => ({ params: { id: theirs.skuId }, ...product(theirs) }),
  },
  'DELETE /sku/:id': { denied: owners, foreign: 404, ...byId(({ skuId }) => skuId) },
  'PUT /sku/status/:id': {
    denied: admins,
    foreign: 403,
    input: ({ skuId, certificateId }) => ({
      params: { id: skuId },
      body: { certificate: certificateId, status: 'Rejected' },
    }),
  },

  'GET /sku/customization/:id': { denied: merchants, foreign: 404, ...byId(({ skuId }) => skuId) },
  'PUT /sku/customization/:id': {
    denied: owners,
    foreign: 404,
    ...byId(({ skuId }) => skuId, { body: { isDraft: false } }),
  },
  'PUT /sku/customization/remove/:id': { denied: owners, foreign: 404, ...byId(({ skuId }) => skuId) },
  'GET /tag/customization': { denied: 'open', foreign: 'open', input: ({ codes }) => ({ query: { a: codes[0] } }) },
  'GET /merchant/hosts/:id': { denied: admins, foreign: 403, ...byId(({ merchantId }) => merchantId) },
  'PUT /merchant/hosts/:id': {
    denied: admins,
    foreign: 403,
    ...byId(({ merchantId }) => merchantId, { body: { redirect: ['evil.example'], embed: [] } }),
  },

  'GET /plan': { denied: [], foreign: 'own' },
  'GET /plan/:id': { denied: [], foreign: 'own' },
  'POST /plan': { denied: admins, foreign: 403, input: () => plan },
  'PUT /plan/:id': { denied: admins, foreign: 403, ...byId(({ planId }) => planId, plan) },
  'DELETE /plan/:id': { denied: admins, foreign: 403, ...byId(({ planId }) => planId) },
  'GET /billing': {
    denied: [],
    foreign: 'nothing',
    input: ({ merchantId }) => ({ query: { merchant: merchantId } }),
  },
  'POST /billing': {
    denied: admins,
    foreign: 403,
    input: ({ merchantId, planId }) => ({ body: { merchant: merchantId, plan: planId } }),
  },
  'POST /billing/startTrial': {
    denied: admins,
    foreign: 403,
    input: ({ merchantId }) => ({ body: { merchant: merchantId } }),
  },
  'GET /billing/getBalance': reads,
  'GET /billing/getBalance/:id': { denied: admins, foreign: 403, ...byId(({ merchantId }) => merchantId) },
  'PUT /billing/updateStatus/:id': {
    denied: admins,
    foreign: 403,
    ...byId(({ merchantId }) => merchantId, { body: { isActive: false } }),
  },

  'GET /order': reads,
  'GET /order/total': reads,
  'GET /order/:id': { denied: merchants, foreign: 404, ...byId(({ orderId }) => orderId) },
  'POST /order': { denied: owners, foreign: 400, input: ({ skuId }) => ({ body: { skuId, quantity: 1 } }) },
  'PUT /order/:id': { denied: owners, foreign: 404, ...byId(({ orderId }) => orderId, { body: { note: 'Mine' } }) },
  'DELETE /order/:id': { denied: owners, foreign: 404, ...byId(({ queuedId }) => queuedId) },
  'GET /tag/download/:id': { denied: merchants, foreign: 404, ...byId(({ orderId }) => orderId) },

  'GET /label/sample/:id': { denied: merchants, foreign: 404, ...byId(({ orderId }) => orderId) },
  'GET /label/sheet/:id': {
    ...{ denied: merchants, foreign: 404 },
    ...byId(({ orderId }) => orderId, { query: { sheet: 'L7160' } }),
  },
  'GET /label/calibration': {
    ...{ denied: merchants, foreign: 'own' },
    input: () => ({ query: { sheet: 'L7160' } }),
  },
  'GET /label/image/:id': {
    ...{ denied: merchants, foreign: 404 },
    ...byId(({ orderId }) => orderId, { query: { image: 'svg' } }),
  },
  'GET /label/zpl/:id': {
    ...{ denied: merchants, foreign: 404 },
    ...byId(({ orderId }) => orderId, { query: { width: 50, height: 30 } }),
  },

  'POST /payloads/check': {
    denied: dealers,
    foreign: 'nothing',
    // Answered row by row, as unknown codes.
    input: ({ codes }) => ({ body: { addressList: codes } }),
  },
  'POST /tag/activate': { denied: dealers, foreign: 409, input: ({ codes }) => ({ body: { addressList: codes } }) },
  'GET /payloads/activateBatch': reads,
  'GET /payloads/activateBatch/:id': { denied: merchants, foreign: 404, ...byId(({ batchId }) => batchId) },
  'GET /payloads/activated': reads,
  'GET /payloads/totalActivated': reads,
  'GET /payloads': { ...reads, input: ({ orderId }) => ({ query: { orderId } }) },
  'GET /form': reads,
  'GET /form/:id': { denied: merchants, foreign: 404, ...byId(({ formId }) => formId) },
  'POST /form': { denied: owners, foreign: 409, input: (theirs) => template(theirs) },
  'PUT /form/:id': {
    denied: owners,
    foreign: 404,
    input: (theirs) => ({ params: { id: theirs.formId }, body: { ...template(theirs).body, revision: 1 } }),
  },
  'DELETE /form/:id': { denied: owners, foreign: 404, ...byId(({ formId }) => formId) },
  'POST /form/:id/section': { denied: owners, foreign: 404, ...byId(({ formId }) => formId, { body: {} }) },
  'GET /section/byFormId/:id': { denied: merchants, foreign: 404, ...byId(({ formId }) => formId) },
  'GET /section/:id': { denied: merchants, foreign: 404, ...byId(({ sectionId }) => sectionId) },
  'GET /section/:id/sensor': { denied: merchants, foreign: 404, ...byId(({ sectionId }) => sectionId) },
  'PUT /section/:id': {
    denied: owners,
    foreign: 404,
    ...byId(({ sectionId }) => sectionId, { body: { revision: 1 } }),
  },
  'DELETE /section/:id': { denied: owners, foreign: 404, ...byId(({ sectionId }) => sectionId) },
  'GET /question/bySectionId/:id': { denied: merchants, foreign: 404, ...byId(({ sectionId }) => sectionId) },

  'GET /submission': reads,
  'GET /submission/:id': { denied: merchants, foreign: 404, ...byId(({ submissionId }) => submissionId) },
  'POST /submission/byFormId/:formId': {
    denied: dealers,
    foreign: 404,
    input: ({ formId }) => ({ params: { formId }, body: { date: '2026-11-21T08:00:00Z', custom_id: 'Mine' } }),
  },
  'PUT /submission/:id': {
    denied: dealers,
    foreign: 404,
    ...byId(({ submissionId }) => submissionId, { body: { custom_id: 'Mine' } }),
  },
  'DELETE /submission/:id': { denied: dealers, foreign: 404, ...byId(({ submissionId }) => submissionId) },
  'GET /submission/:id/answers/bySectionId/:sectionId': {
    denied: merchants,
    foreign: 404,
    input: ({ submissionId, sectionId }) => ({ params: { id: submissionId, sectionId } }),
  },
  'POST /submission/:id/answers': {
    denied: dealers,
    foreign: 404,
    ...byId(({ submissionId }) => submissionId, { body: {} }),
  },
  'PUT /submission/:id/answers': {
    denied: dealers,
    foreign: 404,
    ...byId(({ submissionId }) => submissionId, { body: {} }),
  },
  'GET /submission/:id/preview': { denied: merchants, foreign: 404, ...byId(({ submissionId }) => submissionId) },

  'GET /logistic': reads,
  'GET /logistic/:id': { denied: merchants, foreign: 404, ...byId(({ logisticId }) => logisticId) },
  'POST /logistic': {
    denied: dealers,
    foreign: 409,
    input: ({ codes }) => ({ body: { recipient: 'Me', manufacturer_id: null, addresses: codes } }),
  },
  'PUT /logistic/:id': {
    denied: dealers,
    foreign: 404,
    ...byId(({ logisticId }) => logisticId, {
      body: { recipient: 'Me', identifier: 'Mine', shipped_at: '2026-11-21T08:00:00Z' },
    }),
  },
  'DELETE /logistic/:id': { denied: dealers, foreign: 404, ...byId(({ logisticId }) => logisticId) },
  'GET /payloads/byLogisticId/:id': { denied: merchants, foreign: 404, ...byId(({ logisticId }) => logisticId) },
  'GET /logistic/accessToken': open,
  'POST /logistic/arrived': open,
  'POST /logistic/endSensorLogging': open,

  'GET /tag/preview': { denied: merchants, foreign: 404, input: ({ codes }) => ({ query: { a: codes[0] } }) },

  'POST /sync/push': { denied: merchants, foreign: 'own' },
  'GET /sync/pull': reads,
  'GET /sync/devices': { denied: owners, foreign: 'nothing' },
  'GET /sync/blobs/:sha256': { denied: merchants, foreign: 'own' },
  'PUT /sync/blobs/:sha256': { denied: merchants, foreign: 'own' },

  'GET /proof/:address': open,
  'GET /proof/:address(^[^.]+).ots': open,
  'GET /proof/:address/payload': open,
  'GET /tag/verify': open,
  'GET /tag/redirect': open,
}

/** Pages and files: the same for everybody. */
const pages = [
  ...['/', '/*', '/health/live', '/health/ready', '/mailbox', '/mailbox.json', '/timestamp/:hex'],
  ...['/verify', '/verify/go', '/verify/preview', '/verify/delivery', '/V/:code', '/v/:code'],
]
const isBuilt = (url: string) => /^\/(assets|images|verify-assets)\/|^\/[\w-]+\.\w+$/.test(url) && !pages.includes(url)

let world: TestApp
let theirs: Belongings
const callers = {} as Record<Role | 'stranger', Person>
beforeAll(async () => {
  world = await testApp()
  const first = await world.approvedMerchant({ credit: 100 })
  theirs = await belongingsOf(world, first)
  const colleague = (role: Role) => world.signUp({ role, merchantId: first.merchantId!, confirmed: true })
  callers.merchant = await colleague('merchant')
  callers.dealer = await colleague('dealer')
  callers.customerservice = await colleague('customerservice')
  callers.admin = await world.admin()
  callers.stranger = await world.approvedMerchant({ credit: 100 })
  await belongingsOf(world, callers.stranger)
})
afterAll(() => world.close())

const entries = Object.entries(manifest)

async function call(name: string, entry: Entry, caller: Person | undefined, headers: Record<string, string> = {}) {
  const [method, path] = name.split(' ') as [Route['method'], string]
  const { body, ...input } = entry.input?.(theirs) ?? {}
  const params = { id: randomUUID(), address: '0'.repeat(26), ...input.params }
  const url = urlOf({ path: path.replace('(^[^.]+)', '') } as Route, { ...input, params })
  return world.app.inject({
    method,
    url,
    headers: {
      'idempotency-key': randomUUID(),
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...headers,
    },
    ...(body !== undefined && { payload: body as object }),
  })
}

describe('AD06 who may call what', () => {
  test('every route of the application stands in the manifest, and the other way round', () => {
    const served = world.app.routes.flatMap(({ method, url, config }) =>
      [method].flat().map((one) => ({ name: `${one} ${url.replace(/^\/api/, '')}`, one, url, config })),
    )
    const calls = served.filter(
      ({ one, url }) => one !== 'HEAD' && url.startsWith('/api/') && !/^\/api\/docs/.test(url),
    )
    expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(manifest).toSorted())
    const rest = served.filter(({ one, url }) => one === 'GET' && !url.startsWith('/api/') && !isBuilt(url))
    expect(pages).toEqual(expect.arrayContaining(rest.map(({ url }) => url)))
    for (const { name, config } of calls) {
      const { access } = config as { access: Access }
      const { denied } = manifest[name]!
      const roles: Role[] = ['merchant', 'dealer', 'customerservice', 'admin']
      const turnedAway = roles.filter((role) => !mayAccess(access, role))
      expect([name, access === 'public' ? 'open' : turnedAway]).toEqual([name, denied])
    }
  })

  test.each(entries.filter(([, { denied }]) => denied !== 'open'))('%s: 401 without a session', async (name, entry) => {
    const { statusCode, body } = await call(name, entry, undefined)
    expect([statusCode, JSON.parse(body).error]).toEqual([401, 'core.signIn'])
  })

  const limited = entries.flatMap(([name, entry]) =>
    entry.denied === 'open' ? [] : entry.denied.map((role) => [name, role, entry] as const),
  )
  test.each(limited)('%s: 403 for %s', async (name, role, entry) => {
    const { statusCode, body } = await call(name, entry, callers[role])
    expect([statusCode, JSON.parse(body).error]).toEqual([403, 'core.denied'])
  })

  test.each(entries.filter(([name]) => !name.startsWith('GET')))('%s: refused in demo mode', async (name, entry) => {
    for (const caller of [undefined, callers.merchant, callers.admin]) {
      const { statusCode, body } = await call(name, entry, caller, { 'x-assay-demo': '1' })
      expect([statusCode, JSON.parse(body).error]).toEqual([409, 'core.demo'])
    }
  })

  test("a merchant that names another's things gets nothing, learns nothing and changes nothing", async () => {
    const before = await rowsOf(world, theirs.merchantId)
    const { codes, document: _, merchantId, ...ids } = theirs
    // What was sent may come back in the words of a refusal; what was not sent may not.
    const secrets = [`of ${merchantId}`, ...codes.map((code) => code.slice(-42)), ...Object.values(ids)]
    for (const [name, entry] of entries) {
      const { foreign } = entry
      if (foreign === 'own' || foreign === 'open') continue
      const { statusCode, body } = await call(name, entry, callers.stranger)
      expect([name, statusCode]).toEqual([name, foreign === 'nothing' ? 200 : foreign])
      const sent = JSON.stringify(entry.input?.(theirs) ?? {})
      for (const secret of secrets)
        if (!sent.includes(secret)) expect([name, body]).not.toEqual([name, expect.stringContaining(secret)])
    }
    expect(await rowsOf(world, merchantId)).toEqual(before)
  })
})
