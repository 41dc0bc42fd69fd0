import { signedKey } from '#server/business/key.fixture.ts'
import type { MerchantData } from '#server/core/test/merchant-data.ts'
import type { InsightsView } from '#shared/insights/view-contract.ts'
import { byId, type Entries, type Input } from './entry.ts'

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
export const registrationEntries: Entries = {
  'PUT /business/key': { foreign: 409, input: theirKey },
  'POST /business': { foreign: 400, input: business },
  'PUT /business': { foreign: 409, input: business },
  'PUT /business/:id': byId(({ businessId }) => businessId, { body: { details: { verified: false } } }),
  'DELETE /business/:id': byId(({ businessId }) => businessId),

  'GET /trademark/:id': byId(({ trademarkId }) => trademarkId),
  'POST /trademark': { foreign: 400, input: mark },
  'PUT /trademark/:id': {
    input: (theirs) => ({ params: { id: theirs.trademarkId }, ...mark(theirs) }),
  },
  'DELETE /trademark/:id': byId(({ trademarkId }) => trademarkId),
  'PUT /trademark/status/:id': byId(({ trademarkId }) => trademarkId, { body: { status: 'Rejected' } }),

  'PUT /review/undo': {
    input: ({ businessId }) => ({ body: { kind: 'business', id: businessId } }),
  },

  'GET /plan': { foreign: 'own' },
  'GET /plan/:id': { foreign: 'own' },
  'POST /plan': { input: () => plan },
  'PUT /plan/:id': byId(({ planId }) => planId, plan),
  'DELETE /plan/:id': byId(({ planId }) => planId),
  'GET /billing': {
    input: ({ merchantId }) => ({ query: { merchant: merchantId } }),
  },
  'GET /billing/invoice/:id': byId(({ invoiceId }) => invoiceId),
  'POST /billing': {
    input: ({ merchantId, planId }) => ({ body: { merchant: merchantId, plan: planId } }),
  },
  'POST /billing/startTrial': {
    input: ({ merchantId }) => ({ body: { merchant: merchantId } }),
  },
  'GET /billing/getBalance/:id': byId(({ merchantId }) => merchantId),
  'PUT /billing/updateStatus/:id': byId(({ merchantId }) => merchantId, { body: { isActive: false } }),

  'GET /announcement': { foreign: 'own' },
  'GET /support/contact': { foreign: 'own' },
  'POST /support': { foreign: 'own', input: () => ({ body: { message: 'Help' } }) },
  'PUT /support/:id': byId(({ planId }) => planId, { body: { done: true } }),

  'GET /insights': { input: lastWeek },
  'GET /insights/scans': { input: lastWeek },
  'GET /insights/places': { input: lastWeek },
  'GET /insights/report': { input: lastWeek },
  'PUT /insights/digest': { foreign: 'own', input: () => ({ body: { on: false, timeZone: 'Asia/Jakarta' } }) },
  'POST /insights/digest/stop': { input: ({ digestToken }) => ({ body: { token: digestToken } }) },
  'POST /insights/view': { foreign: 'own', input: () => ({ body: { name: 'Mine', view: thisWeek } }) },
  'PUT /insights/view/:id': byId(({ viewId }) => viewId, { body: { name: 'Mine', view: thisWeek } }),
  'DELETE /insights/view/:id': byId(({ viewId }) => viewId),

  'GET /merchant/hosts/:id': byId(({ merchantId }) => merchantId),
  'PUT /merchant/hosts/:id': byId(({ merchantId }) => merchantId, { body: { redirect: ['evil.example'], embed: [] } }),
}
