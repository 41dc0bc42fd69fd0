import type { MerchantData } from '#server/core/test/merchant-data.ts'
import { partnerDocument, received } from '#server/epcis/epcis.fixture.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import { byId, type Entries, type Input } from './entry.ts'

const product = ({ trademarkId }: MerchantData): Input => ({
  body: { name: 'Mine', sku: 'B-1', trademarkId, details: {}, certificates: [] },
})
const webhook = { url: 'https://9.9.9.9/mine', eventTypes: ['order.done'] }
const passport = {
  category: { code: '1', name: 'Tea', schemeId: 'https://unstats.un.org/', schemeName: 'CPC' },
  facility: { id: 'urn:place:1', name: 'Works' },
  country: 'MY',
  sections: [],
}
const opened = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
/** Files, products and codes. */
export const productEntries: Entries = {
  'POST /packages': { foreign: 409, input: ({ codes }) => ({ body: { kind: 'case', contents: [codes[0]!] } }) },
  'POST /packages/check': { foreign: 'own', input: ({ codes }) => ({ body: { kind: 'case', contents: [codes[0]!] } }) },
  'PUT /packages/numbering': { foreign: 'own', input: () => ({ body: { company_prefix: '4006381' } }) },
  'POST /bindings': {
    foreign: 404,
    input: ({ codes, skuId }) => ({ body: { skuId, range: { first: codes[0]!, last: codes[0]! } } }),
  },
  'POST /bindings/check': {
    foreign: 'own',
    input: ({ codes, skuId }) => ({ body: { skuId, range: { first: codes[0]!, last: codes[0]! } } }),
  },
  'GET /packages/:id': byId(({ packId }) => packId),
  'GET /packages/:id/contents': byId(({ packId }) => packId),
  'GET /packages/:id/label': byId(({ packId }) => packId),
  'POST /packages/:id/unpack': byId(({ packId }) => packId, { body: { reason: 'Opened' } }),

  'GET /uploads.csv': { access: 'merchantOrService' },
  'GET /uploads/:id': byId(({ uploadId }) => uploadId),
  'DELETE /uploads/:id': byId(({ uploadId }) => uploadId),
  'GET /files/:file': { foreign: 404, input: ({ document }) => ({ params: { file: document.hash + document.ext } }) },

  'GET /sku.csv': { access: 'signedIn' },
  'GET /sku/demo': { foreign: 'nothing' },
  'GET /sku/:id': byId(({ skuId }) => skuId),
  'POST /sku': { foreign: 400, input: product },
  // Trademarks and files are given by name. Only those of the caller are searched.
  'POST /sku/bulk': { foreign: 'own' },
  'POST /sku/bulk/check': { foreign: 'own' },
  'DELETE /sku/bulk/:id': byId(({ importId }) => importId),
  'PUT /sku/:id': {
    input: (theirs) => ({ params: { id: theirs.skuId }, ...product(theirs) }),
  },
  'PUT /sku/active/:id': byId(({ skuId }) => skuId, { body: { active: false } }),
  'DELETE /sku/:id': byId(({ skuId }) => skuId),
  'PUT /sku/status/:id': {
    input: ({ skuId, certificateId }) => ({
      params: { id: skuId },
      body: { certificate: certificateId, status: 'Rejected' },
    }),
  },

  'POST /customization/host': { foreign: 'own', input: () => ({ body: { use: 'embed', host: 'tea.example.com' } }) },
  'PUT /customization/host/:id': byId(({ planId }) => planId, { body: { approved: true } }),
  'GET /sku/links/:id': byId(({ skuId }) => skuId),
  'PUT /sku/links/:id': byId(({ skuId }) => skuId, { body: { links: [] } }),
  'GET /passport/:id': byId(({ skuId }) => skuId),
  'PUT /passport/:id': byId(({ skuId }) => skuId, { body: passport }),
  'GET /passport/:id/items': byId(({ skuId }) => skuId),
  'PUT /passport/:id/items': byId(({ skuId }) => skuId, {
    body: { items: [{ code: 'x', points: [{ name: 'State of health', value: '97' }] }] },
  }),
  'POST /passport/:id/publish': byId(({ skuId }) => skuId),
  'POST /passport/:id/revoke': byId(({ skuId }) => skuId, { body: { version: 1 } }),
  'GET /sku/customization/:id': byId(({ skuId }) => skuId),
  'PUT /sku/customization/:id': byId(({ skuId }) => skuId, { body: { isDraft: false } }),
  'PUT /sku/customization/remove/:id': byId(({ skuId }) => skuId),
  'GET /tag/customization': { input: ({ codes }) => ({ query: { a: codes[0] } }) },

  'GET /verdict/case/:id/scans': byId(({ caseId }) => caseId),
  'PUT /verdict/case/:id': byId(({ caseId }) => caseId, { body: { state: 'acknowledged' } }),
  'GET /verdict/settings/:id': byId(({ skuId }) => skuId),
  'PUT /verdict/settings/:id': byId(({ skuId }) => skuId, { body: defaultSettings }),
  'GET /verdict/settings/:id/calibration': byId(({ skuId }) => skuId),
  'PUT /verdict/settings/:id/shared': byId(({ skuId }) => skuId, { body: { isShared: true } }),
  'GET /verdict/outcomes': { foreign: 'own' },
  'GET /verdict/recall/subject': { foreign: 404, input: ({ skuId }) => ({ query: { scope: 'sku', target: skuId } }) },
  'POST /verdict/recall': {
    foreign: 404,
    input: ({ skuId }) => ({ body: { scope: 'sku', target: skuId, message: 'Bring it back', confirm: 'SKU' } }),
  },
  'POST /verdict/recall/:id/undo': byId(({ recallId }) => recallId),
  'POST /verdict/recall/:id/end': byId(({ recallId }) => recallId, { body: { reason: 'All returned' } }),
  'GET /pattern/:id': byId(({ patternId }) => patternId),
  'PUT /pattern/:id/close': byId(({ patternId }) => patternId, { body: { reason: 'sale' } }),
  'PUT /pattern/:id/open': byId(({ patternId }) => patternId),
  'PUT /pattern/:id/mark': byId(({ patternId }) => patternId),
  'DELETE /pattern/:id/mark': byId(({ patternId }) => patternId),
  'GET /search': { input: () => ({ query: { q: 'Tea' } }) },
  'GET /verdict/code': { foreign: 404, input: ({ codes }) => ({ query: { a: codes[0] } }) },
  'GET /verdict/code/scans': { foreign: 404, input: ({ codes }) => ({ query: { a: codes[0] } }) },
  'PUT /verdict/consumed': { foreign: 404, input: ({ codes }) => ({ body: { code: codes[0], consumed: true } }) },

  'GET /scratch/order/:id': byId(({ orderId }) => orderId),
  'POST /scratch/check': { foreign: 404, input: ({ codes }) => ({ body: { code: codes[0], scratch: '00000000' } }) },
  'POST /scratch/reset-owner': { foreign: 404, input: ({ codes }) => ({ body: { code: codes[0] } }) },

  'GET /nfc/order/:id': byId(({ orderId }) => orderId),
  'POST /nfc/order/:id/tags': byId(({ orderId }) => orderId, {
    body: { upload: '00000000-0000-4000-8000-000000000000', tags: [{ serial_no: 1, uid: '04112233445566' }] },
  }),
  'GET /nfc/order/:id/templates': byId(({ orderId }) => orderId),

  'GET /order.csv': { access: 'officeOrPartner' },
  'GET /order/:id': byId(({ orderId }) => orderId),
  'POST /order': { foreign: 400, input: ({ skuId }) => ({ body: { skuId, quantity: 1 } }) },
  'PUT /order/:id': byId(({ orderId }) => orderId, { body: { note: 'Mine' } }),
  'POST /order/:id/retry': byId(({ orderId }) => orderId),
  'DELETE /order/:id': byId(({ queuedId }) => queuedId),
  'POST /order/serials/check': { foreign: 400, input: ({ skuId }) => ({ body: { skuId, serials: ['SN-1'] } }) },
  'POST /order/:id/serials': byId(({ queuedId }) => queuedId, { body: { first: 1, serials: ['SN-1'] } }),
  'GET /tag/download/:id': byId(({ orderId }) => orderId),

  // Printed files contain the secrets of the codes.
  'GET /label/sample/:id': byId(({ orderId }) => orderId),
  'GET /label/sheet/:id': byId(({ orderId }) => orderId, { query: { sheet: 'L7160' } }),
  'GET /label/calibration': { foreign: 'own', input: () => ({ query: { sheet: 'L7160' } }) },
  'GET /label/image/:id': byId(({ orderId }) => orderId, { query: { image: 'svg' } }),
  'GET /label/zpl/:id': byId(({ orderId }) => orderId, { query: { width: 50, height: 30 } }),

  'POST /hosts': { foreign: 'own', input: () => ({ body: { host: 'mine.brand.example' } }) },
  'POST /hosts/:id/check': byId(({ brandHostId }) => brandHostId),
  'PUT /hosts/:id/print': { foreign: 404, ...byId(({ brandHostId }) => brandHostId, { body: { isPrinted: false } }) },
  'DELETE /hosts/:id': byId(({ brandHostId }) => brandHostId),
  'POST /webhooks': { foreign: 'own', input: () => ({ body: webhook }) },
  'PUT /webhooks/:id': byId(({ webhookId }) => webhookId, { body: webhook }),
  'DELETE /webhooks/:id': byId(({ webhookId }) => webhookId),
  'POST /webhooks/:id/rotate': byId(({ webhookId }) => webhookId),
  'POST /webhooks/:id/test': byId(({ webhookId }) => webhookId),
  'GET /webhooks/:id/deliveries': byId(({ webhookId }) => webhookId),
  'POST /webhooks/:id/replay': byId(({ webhookId }) => webhookId, { body: opened }),
  'GET /webhooks/deliveries/:id': byId(({ webhookDeliveryId }) => webhookDeliveryId),
  'POST /webhooks/deliveries/:id/redeliver': byId(({ webhookDeliveryId }) => webhookDeliveryId),

  'POST /epcis/capture': {
    foreign: 'own',
    input: ({ codes }) => ({ query: { reportedBy: 'Depot' }, body: partnerDocument(received([codes[0]!])) }),
  },
  'GET /epcis/capture/:id': byId(({ captureId }) => captureId),
  'DELETE /epcis/events/:eventID': { input: ({ reportedEventId }) => ({ params: { eventID: reportedEventId } }) },
  'GET /epcis/events/:eventID': { input: ({ epcisEventId }) => ({ params: { eventID: epcisEventId } }) },

  'POST /payloads/check': {
    foreign: 'nothing',
    // Each code of another merchant gets the result of an unknown code.
    input: ({ codes }) => ({ body: { addressList: codes } }),
  },
  'POST /tag/activate/order': { foreign: 404, input: ({ orderId }) => ({ body: { orderId, first: 1, last: 1 } }) },
  'GET /tag/activate/order': { foreign: 404, input: ({ orderId }) => ({ query: { orderId } }) },
  'POST /tag/activate': { foreign: 409, input: ({ codes }) => ({ body: { addressList: codes } }) },
  'POST /payloads/activateBatch/:id/retry': byId(({ batchId }) => batchId),
  'GET /payloads/activateBatch/:id/chains': byId(({ batchId }) => batchId),
  'GET /payloads/activateBatch/:id': byId(({ batchId }) => batchId),
  'GET /payloads': { input: ({ orderId }) => ({ query: { orderId } }) },
}
