import type { Input } from '#server/core/test/access-manifest/entry.ts'
import { productCalls } from '#server/core/test/api-calls/products.ts'
import { byId, type PromisedCalls, type PromisedScene, page } from './entry.ts'

const product = ({ own }: PromisedScene) => ({
  name: 'Cloud tea',
  sku: 'C-1',
  trademarkId: own.trademarkId,
  details: { images: [], sku_details: { Origin: 'Pahang', Weight: '100 g' } },
})
const scanned = ({ own }: PromisedScene): Input => {
  const code = own.codes[0]!.split('/').at(-1)!
  return { query: { a: code.slice(0, 26), p: code.slice(26) } }
}
const stored = ['name', 'hash', 'ext', 'mime', 'size']

/** Files, products, orders, codes, and the calls of shoppers about them. */
export const promisedProducts: PromisedCalls = {
  'GET /payloads': { send: ({ own }) => ({ query: { orderId: own.orderId } }), answer: page },
  'GET /payloads/activated': {},
  'GET /payloads/totalActivated': { answer: ['total'] },
  'GET /payloads/activateBatch': { answer: page },
  'GET /payloads/activateBatch/:id': { ...byId((own) => own.batchId), answer: ['identifier', 'quantity', 'status'] },
  'POST /payloads/check': { send: ({ own }) => ({ body: { addressList: own.codes } }) },
  'GET /payloads/byLogisticId/:id': { ...byId((own) => own.logisticId), answer: page },
  'GET /uploads': { answer: page },
  'DELETE /uploads/:id': byId((own) => own.uploadId),
  'GET /sku': { answer: page },
  'GET /sku/:id': { ...byId((own) => own.skuId), answer: ['name', 'sku', 'trademarkId', 'details', 'certificates'] },
  'GET /sku/demo': { as: 'shopper' },
  'POST /sku': { send: (scene) => ({ body: product(scene) }), answer: ['id', 'details'] },
  'PUT /sku/:id': { send: (scene) => ({ params: { id: scene.own.skuId }, body: product(scene) }) },
  'POST /sku/bulk': {
    send: () => ({
      body: [
        {
          name: 'Listed',
          sku: 'L-2',
          trademark: 'Highland',
          images: [],
          certificates: [],
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
    send: productCalls['POST /tag/activate']!.send!,
    answer: ['identifier', 'quantity', 'status'],
  },
  'GET /uploads/:id': { ...byId((own) => own.uploadId), answer: stored },
  'POST /uploads': { send: productCalls['POST /uploads']!.send!, answer: stored },
  'POST /uploads/bulk': { send: productCalls['POST /uploads/bulk']!.send! },
  'DELETE /sku/:id': { send: productCalls['DELETE /sku/:id']!.send! },
  'GET /tag/download/:id': {
    send: ({ own }) => ({ params: { id: own.orderId }, query: { id: own.orderId, limit: 2, type: 'all' } }),
  },
}
