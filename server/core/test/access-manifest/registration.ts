import { signedKey } from '#server/business/key.fixture.ts'
import type { MerchantData } from '#server/core/test/merchant-data.ts'
import type { InsightsView } from '#shared/insights/view-contract.ts'
import {
  admins,
  byId,
  type Input,
  type Manifest,
  merchants,
  offices,
  open,
  overseers,
  owners,
  reads,
  reviews,
} from './entry.ts'

const business = ({ document }: MerchantData) => ({
  body: { registration_no: 'REG', details: { documents: document, country: 'my' } },
})
/** A key that the other merchant has signed for: it proves nothing for the caller. */
const theirKey = ({ merchantId }: MerchantData): Input => ({ body: signedKey('http://localhost:3000', merchantId) })
const mark = (theirs: MerchantData): Input => ({
  body: {
    registration_name: 'Mine',
    registration_no: 'TM-9',
    applicant_name: 'Bob',
    applicant_address: 'Ipoh',
    country: 'my',
    details: { class: '30', postcode: '39100', file: theirs.document },
    acknowledgeInfoCorrect: true,
  },
})
const plan = {
  body: { title: 'Free', codes: 1, description: 'For me', validity: 1, validity_unit: 'year' },
}

/** The last seven days. The SKU is that of the other merchant: its scans are not counted. */
const lastWeek = ({ skuId }: MerchantData): Input => ({
  query: { from: new Date(Date.now() - 7 * 86_400_000).toISOString(), to: new Date().toISOString(), skuId },
})

const thisWeek: InsightsView = {
  range: '1w',
  from: '',
  to: '',
  sku: '',
  location: '',
  trademark: '',
  compare: 'sku',
  first: '',
  second: '',
}

/** Documents that administrators review, and billing. */
export const registrationManifest: Manifest = {
  'GET /business': { ...reads, denied: offices },
  'GET /business/progress': reads,
  'GET /business/key': { ...reads, denied: offices },
  'PUT /business/key': { denied: owners, foreign: 409, input: theirKey },
  'DELETE /business/key': { denied: owners, foreign: 'own' },
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
    foreign: 404,
    input: (theirs) => ({ params: { id: theirs.trademarkId }, ...mark(theirs) }),
  },
  'DELETE /trademark/:id': { denied: owners, foreign: 404, ...byId(({ trademarkId }) => trademarkId) },
  'PUT /trademark/status/:id': {
    denied: admins,
    foreign: 403,
    ...byId(({ trademarkId }) => trademarkId, { body: { status: 'Rejected' } }),
  },

  'PUT /review/undo': {
    denied: admins,
    foreign: 403,
    input: ({ businessId }) => ({ body: { kind: 'business', id: businessId } }),
  },

  'GET /plan': { denied: [], foreign: 'own' },
  'GET /plan/:id': { denied: [], foreign: 'own' },
  'POST /plan': { denied: admins, foreign: 403, input: () => plan },
  'PUT /plan/:id': { denied: admins, foreign: 403, ...byId(({ planId }) => planId, plan) },
  'DELETE /plan/:id': { denied: admins, foreign: 403, ...byId(({ planId }) => planId) },
  'GET /billing': {
    denied: overseers,
    foreign: 'nothing',
    input: ({ merchantId }) => ({ query: { merchant: merchantId } }),
  },
  'GET /billing/invoice/:id': { denied: overseers, foreign: 404, ...byId(({ invoiceId }) => invoiceId) },
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

  'GET /announcement': { denied: [], foreign: 'own' },
  'GET /support/contact': { denied: [], foreign: 'own' },
  'POST /support': { denied: owners, foreign: 'own', input: () => ({ body: { message: 'Help' } }) },
  'GET /support': reviews,
  'PUT /support/:id': { denied: admins, foreign: 403, ...byId(({ planId }) => planId, { body: { done: true } }) },

  'GET /insights/attention': reads,
  'GET /insights/first-steps': reads,
  'GET /insights/queues': { denied: admins, foreign: 403 },
  'GET /insights/trend': reads,
  'GET /insights': { ...reads, input: lastWeek },
  'GET /insights/scans': { ...reads, input: lastWeek },
  'GET /insights/places': { ...reads, input: lastWeek },
  'GET /insights/report': { ...reads, input: lastWeek },
  'GET /insights/map': reads,
  'GET /geoip': reads,
  'GET /insights/digest': reads,
  'PUT /insights/digest': {
    ...reads,
    foreign: 'own',
    input: () => ({ body: { on: false, timeZone: 'Asia/Jakarta' } }),
  },
  'POST /insights/digest/stop': { ...open, input: ({ digestToken }) => ({ body: { token: digestToken } }) },
  'GET /insights/view': reads,
  'POST /insights/view': { ...reads, foreign: 'own', input: () => ({ body: { name: 'Mine', view: thisWeek } }) },
  'PUT /insights/view/:id': {
    denied: merchants,
    foreign: 404,
    ...byId(({ viewId }) => viewId, { body: { name: 'Mine', view: thisWeek } }),
  },
  'DELETE /insights/view/:id': { denied: merchants, foreign: 404, ...byId(({ viewId }) => viewId) },
  'POST /insights/watch': { ...reads, foreign: 'own' },

  'GET /merchant/hosts/:id': { denied: admins, foreign: 403, ...byId(({ merchantId }) => merchantId) },
  'PUT /merchant/hosts/:id': {
    denied: admins,
    foreign: 403,
    ...byId(({ merchantId }) => merchantId, { body: { redirect: ['evil.example'], embed: [] } }),
  },
}
