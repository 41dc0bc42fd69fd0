import type { MerchantData } from '#server/core/test/merchant-data.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import {
  admins,
  byId,
  dealers,
  type Input,
  type Manifest,
  merchants,
  offices,
  owners,
  reads,
  reviews,
} from './entry.ts'

const product = ({ trademarkId }: MerchantData): Input => ({
  body: { name: 'Mine', sku: 'B-1', trademarkId, details: {}, certificates: [] },
})
/** Files, products and codes. */
export const productsManifest: Manifest = {
  'GET /uploads': { ...reads, denied: offices },
  'GET /uploads.csv': { ...reads, denied: offices },
  'GET /uploads/:id': { denied: offices, foreign: 404, ...byId(({ uploadId }) => uploadId) },
  'POST /uploads': { denied: owners, foreign: 'own' },
  'POST /uploads/bulk': { denied: owners, foreign: 'own' },
  'DELETE /uploads/:id': { denied: owners, foreign: 404, ...byId(({ uploadId }) => uploadId) },
  'GET /files/:file': {
    denied: 'open',
    foreign: 404,
    input: ({ document }) => ({ params: { file: document.hash + document.ext } }),
  },

  'GET /sku': reviews,
  'GET /sku.csv': reviews,
  'GET /sku/certificate': { denied: admins, foreign: 403 },
  'GET /sku/demo': { denied: 'open', foreign: 'nothing' },
  'GET /sku/:id': { denied: [], foreign: 404, ...byId(({ skuId }) => skuId) },
  'POST /sku': { denied: owners, foreign: 400, input: product },
  // Trademarks and files are given by name. Only those of the caller are searched.
  'POST /sku/bulk': { denied: owners, foreign: 'own' },
  'POST /sku/bulk/check': { denied: owners, foreign: 'own' },
  'GET /sku/bulk': reads,
  'DELETE /sku/bulk/:id': { denied: owners, foreign: 404, ...byId(({ importId }) => importId) },
  'PUT /sku/:id': {
    denied: owners,
    foreign: 404,
    input: (theirs) => ({ params: { id: theirs.skuId }, ...product(theirs) }),
  },
  'PUT /sku/active/:id': {
    denied: owners,
    foreign: 404,
    ...byId(({ skuId }) => skuId, { body: { active: false } }),
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

  'GET /customization/host': { ...reads, denied: offices },
  'POST /customization/host': {
    denied: owners,
    foreign: 'own',
    input: () => ({ body: { use: 'embed', host: 'tea.example.com' } }),
  },
  'GET /customization/host/waiting': { denied: admins, foreign: 403 },
  'PUT /customization/host/:id': {
    denied: admins,
    foreign: 403,
    ...byId(({ planId }) => planId, { body: { approved: true } }),
  },
  'GET /sku/customization': reads,
  'GET /sku/customization/:id': { denied: merchants, foreign: 404, ...byId(({ skuId }) => skuId) },
  'PUT /sku/customization/:id': {
    denied: owners,
    foreign: 404,
    ...byId(({ skuId }) => skuId, { body: { isDraft: false } }),
  },
  'PUT /sku/customization/remove/:id': { denied: owners, foreign: 404, ...byId(({ skuId }) => skuId) },
  'GET /tag/customization': { denied: 'open', foreign: 'open', input: ({ codes }) => ({ query: { a: codes[0] } }) },

  'GET /verdict/case': reads,
  'GET /verdict/case/:id/scans': { denied: merchants, foreign: 404, ...byId(({ caseId }) => caseId) },
  'PUT /verdict/case/:id': {
    denied: owners,
    foreign: 404,
    ...byId(({ caseId }) => caseId, { body: { state: 'acknowledged' } }),
  },
  'GET /verdict/settings/:id': { denied: merchants, foreign: 404, ...byId(({ skuId }) => skuId) },
  'PUT /verdict/settings/:id': {
    denied: owners,
    foreign: 404,
    ...byId(({ skuId }) => skuId, { body: defaultSettings }),
  },
  'GET /verdict/recall': reads,
  'GET /verdict/recall/subject': {
    denied: merchants,
    foreign: 404,
    input: ({ skuId }) => ({ query: { scope: 'sku', target: skuId } }),
  },
  'POST /verdict/recall': {
    denied: owners,
    foreign: 404,
    input: ({ skuId }) => ({ body: { scope: 'sku', target: skuId, message: 'Bring it back', confirm: 'SKU' } }),
  },
  'POST /verdict/recall/:id/undo': { denied: owners, foreign: 404, ...byId(({ recallId }) => recallId) },
  'POST /verdict/recall/:id/end': {
    denied: owners,
    foreign: 404,
    ...byId(({ recallId }) => recallId, { body: { reason: 'All returned' } }),
  },
  'GET /search': { ...reads, input: () => ({ query: { q: 'Tea' } }) },
  'GET /verdict/code': { denied: merchants, foreign: 404, input: ({ codes }) => ({ query: { a: codes[0] } }) },
  'GET /verdict/code/scans': { denied: merchants, foreign: 404, input: ({ codes }) => ({ query: { a: codes[0] } }) },
  'PUT /verdict/consumed': {
    denied: owners,
    foreign: 404,
    input: ({ codes }) => ({ body: { code: codes[0], consumed: true } }),
  },

  'GET /order': reads,
  'GET /order.csv': reads,
  'GET /order/total': reads,
  'GET /order/:id': { denied: merchants, foreign: 404, ...byId(({ orderId }) => orderId) },
  'POST /order': { denied: owners, foreign: 400, input: ({ skuId }) => ({ body: { skuId, quantity: 1 } }) },
  'PUT /order/:id': { denied: owners, foreign: 404, ...byId(({ orderId }) => orderId, { body: { note: 'Mine' } }) },
  'POST /order/:id/retry': { denied: owners, foreign: 404, ...byId(({ orderId }) => orderId) },
  'DELETE /order/:id': { denied: owners, foreign: 404, ...byId(({ queuedId }) => queuedId) },
  'GET /tag/download/:id': { denied: owners, foreign: 404, ...byId(({ orderId }) => orderId) },

  // Printed files contain the secrets of the codes.
  'GET /label/sample/:id': { denied: owners, foreign: 404, ...byId(({ orderId }) => orderId) },
  'GET /label/sheet/:id': {
    denied: owners,
    foreign: 404,
    ...byId(({ orderId }) => orderId, { query: { sheet: 'L7160' } }),
  },
  'GET /label/calibration': {
    denied: owners,
    foreign: 'own',
    input: () => ({ query: { sheet: 'L7160' } }),
  },
  'GET /label/image/:id': {
    denied: owners,
    foreign: 404,
    ...byId(({ orderId }) => orderId, { query: { image: 'svg' } }),
  },
  'GET /label/zpl/:id': {
    denied: owners,
    foreign: 404,
    ...byId(({ orderId }) => orderId, { query: { width: 50, height: 30 } }),
  },

  'POST /payloads/check': {
    denied: dealers,
    foreign: 'nothing',
    // Each code of another merchant gets the result of an unknown code.
    input: ({ codes }) => ({ body: { addressList: codes } }),
  },
  'POST /tag/activate/order': {
    denied: dealers,
    foreign: 404,
    input: ({ orderId }) => ({ body: { orderId, first: 1, last: 1 } }),
  },
  'GET /tag/activate/order': { denied: merchants, foreign: 404, input: ({ orderId }) => ({ query: { orderId } }) },
  'POST /tag/activate': { denied: dealers, foreign: 409, input: ({ codes }) => ({ body: { addressList: codes } }) },
  'GET /payloads/activateBatch': reads,
  'POST /payloads/activateBatch/:id/retry': { denied: dealers, foreign: 404, ...byId(({ batchId }) => batchId) },
  'GET /payloads/activateBatch/:id/chains': { denied: merchants, foreign: 404, ...byId(({ batchId }) => batchId) },
  'GET /payloads/activateBatch/:id': { denied: merchants, foreign: 404, ...byId(({ batchId }) => batchId) },
  'GET /payloads/activated': reads,
  'GET /payloads/totalActivated': reads,
  'GET /payloads': { ...reads, input: ({ orderId }) => ({ query: { orderId } }) },
}
