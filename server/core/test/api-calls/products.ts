import { formOf, picture } from '#server/media/upload.fixture.ts'
import { verifyContract } from '#shared/verify/contract.ts'
import {
  admin,
  type Calls,
  dealers,
  everybody,
  merchant,
  office,
  pageQuery,
  pagesOf,
  type Scene,
  staff,
} from './entry.ts'

const upload = 'id name hash ext mime size merchant createdAt'
const sku =
  'id name sku merchant business_name active trademarkId trademark.registration_name trademark.status details.images details.sku_details details.sku_details_order details.verify_url certificates'
const skuDraft =
  'name! sku! trademarkId! details! details.images details.sku_details details.sku_details_order details.verify_url certificates'
const order = 'id order_id skuId quantity note createdAt'
const code = 'address serial_no state order.order_id sku.name sku.sku'
const batch = 'id identifier quantity status createdAt'
const customization = 'skuId status certificates badges updatedAt'

const ofProduct = ({ own }: Scene) => ({ params: { id: own.skuId } })
const sent = async (field: string, names: readonly string[]) => {
  const content = await picture()
  return formOf(names.map((name) => ({ field, name, mime: 'image/png', content })))
}
const draft = ({ own }: Scene) => ({
  body: { name: 'Cloud tea', sku: 'C-1', trademarkId: own.trademarkId, details: {}, certificates: [] },
})
/** A product that nothing was ordered for. */
async function unused({ world, own }: Scene): Promise<string> {
  const { rows } = await world.database.query(
    `insert into sku (merchant_id, trademark_id, name, sku, details) values ($1, $2, 'Unused', 'U-1', '{}') returning id`,
    [own.merchantId, own.trademarkId],
  )
  return rows[0].id
}

/** Files, products, orders and codes. */
export const productCalls: Calls = {
  'GET /uploads': { who: office, query: `${pageQuery} kind`, answer: pagesOf(upload) },
  'GET /uploads/:id': { who: office, answer: upload },
  'POST /uploads': { who: merchant, query: 'purpose', answer: upload, send: () => sent('file', ['tea.png']) },
  'POST /uploads/bulk': {
    who: merchant,
    query: 'purpose',
    answer: '[].name [].hash [].ext [].mime [].size',
    send: () => sent('files', ['tea.png', 'leaf.png']),
  },
  'DELETE /uploads/:id': { who: merchant, answer: 'ok' },

  'GET /sku': { who: everybody, query: `${pageQuery} active`, answer: pagesOf(sku) },
  'GET /sku/:id': { who: everybody, answer: sku },
  'POST /sku': { who: merchant, body: skuDraft, answer: sku, send: draft },
  'POST /sku/bulk': {
    who: merchant,
    query: 'name',
    body: '[].name! [].sku! [].trademark! [].details! [].details.sku_details [].details.sku_details_order [].images [].certificates',
    answer: 'created import',
    send: () => ({
      body: [
        {
          name: 'Listed',
          sku: 'L-2',
          trademark: 'Highland',
          images: [],
          certificates: [],
          details: { sku_details: {} },
        },
      ],
    }),
  },
  'PUT /sku/:id': {
    who: merchant,
    body: skuDraft,
    answer: sku,
    send: (scene) => ({ ...ofProduct(scene), ...draft(scene) }),
  },
  'DELETE /sku/:id': { who: merchant, answer: 'ok', send: async (scene) => ({ params: { id: await unused(scene) } }) },
  'PUT /sku/status/:id': { who: admin, body: 'status! certificate! note', answer: sku },
  'GET /sku/demo': { who: 'anybody', query: pageQuery, answer: 'rows total' },
  'GET /sku/customization/:id': { who: staff, answer: customization },
  'PUT /sku/customization/:id': {
    who: merchant,
    body: [
      'badge social_icon social_link logo verified_text description certificates background_color hideDefaultButton hideLink',
      'button_text website product_details customSKUName customSKU breakLineChar additions order isDraft!',
    ].join(' '),
    answer: customization,
    send: (scene) => ({ ...ofProduct(scene), body: { isDraft: true } }),
  },
  'PUT /sku/customization/remove/:id': { who: merchant, answer: customization },

  'GET /order': { who: staff, query: `${pageQuery} state`, answer: pagesOf(order) },
  'GET /order/total': { who: staff, answer: 'total' },
  'GET /order/:id': { who: staff, answer: order },
  'POST /order': { who: merchant, body: 'skuId! quantity! note', answer: order },
  'PUT /order/:id': { who: merchant, body: 'note!', answer: order },
  'DELETE /order/:id': { who: merchant, answer: 'ok' },

  'GET /payloads': {
    who: staff,
    query: `${pageQuery} orderId skuId activeBatchId logisticId`,
    answer: pagesOf(code),
  },
  'GET /payloads/activated': { who: staff, answer: '[].orderId [].activated [].total' },
  'GET /payloads/totalActivated': { who: staff, answer: 'total' },
  'GET /payloads/activateBatch': { who: staff, query: pageQuery, answer: pagesOf(batch) },
  'GET /payloads/activateBatch/:id': { who: staff, answer: batch },
  'POST /payloads/check': { who: dealers, body: 'addressList!', answer: 'valid errors[].row errors[].problem' },
  'GET /payloads/byLogisticId/:id': {
    who: staff,
    query: pageQuery,
    answer: pagesOf('address serial_no sku.name sku.sku'),
  },
  'GET /tag/download/:id': { who: merchant, query: 'type limit serial', answer: 'text/csv' },
  'GET /tag/preview': { who: staff, query: 'a!', answer: 'address serial_no order.order_id order.sku.name' },
  'POST /tag/activate': {
    who: dealers,
    body: 'addressList! certificates submissionId',
    answer: batch,
    send: ({ own }) => ({
      body: {
        addressList: own.codes.slice(1, 2),
        certificates: [own.certificateId],
        submissionId: own.submissionId,
      },
    }),
  },
  'GET /tag/redirect': {
    who: 'anybody',
    query: 'a address p',
    answer: 'ok verify_url',
    shape: verifyContract.redirect.answer,
    send: ({ own }) => scanned(own.codes[0]!),
  },
  'GET /tag/verify': {
    who: 'anybody',
    query: 'a address p',
    answer: [
      'verified transaction.message.type transaction.message.payload transaction.transactionInfo.id expired verifiedBusiness',
      'verifiedTrademark customization sensorsData delivered logisticLoggingEnded logisticSensorData productDetailOrder verifyStatus',
    ].join(' '),
    shape: verifyContract.verify.answer,
    send: ({ own }) => scanned(own.codes[0]!),
  },
  'GET /tag/customization': { who: 'anybody', query: 'a! p', answer: '', send: ({ own }) => scanned(own.codes[0]!) },
}

/** A printed code as its page names it. */
const scanned = (url: string) => {
  const code = url.split('/').at(-1)!
  return { query: { a: code.slice(0, 26), p: code.slice(26) } }
}
