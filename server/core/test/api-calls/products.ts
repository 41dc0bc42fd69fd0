import { randomInt, randomUUID } from 'node:crypto'
import { formOf, picture } from '#server/media/upload.fixture.ts'
import { createScratchPrinter } from '#server/order/service.ts'
import { battery } from '#server/passport/passport.fixture.ts'
import { checkDigit } from '#shared/gs1/gtin.ts'
import { orderContract } from '#shared/order/contract.ts'
import { passportContract } from '#shared/passport/contract.ts'
import { scratchContract } from '#shared/scratch/contract.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { verifyContract } from '#shared/verify/contract.ts'
import type { Calls, Scene } from './entry.ts'

const ofProduct = ({ own }: Scene) => ({ params: { id: own.skuId } })
const sent = async (field: string, names: readonly string[]) => {
  const content = await picture()
  return formOf(names.map((name) => ({ field, name, mime: 'image/png', content })))
}
const input = ({ own }: Scene) => ({
  body: { name: 'Cloud tea', sku: 'C-1', trademarkId: own.trademarkId, details: {}, certificates: [] },
})
/** A product without orders. */
async function unused({ world, own }: Scene): Promise<string> {
  const { rows } = await world.database.query(
    `insert into sku (merchant_id, trademark_id, name, sku, details) values ($1, $2, 'Unused', 'U-1', '{}') returning id`,
    [own.merchantId, own.trademarkId],
  )
  return rows[0].id
}

/** A product whose passport can be published. */
async function withPassport({ world, own, owner }: Scene): Promise<string> {
  const gtin = `0950${randomInt(1e9).toString().padStart(9, '0')}`
  const { rows } = await world.database.query(
    `insert into sku (merchant_id, trademark_id, name, sku, gtin, details) values ($1, $2, 'Battery', $3::text, $3::text, '{}') returning id`,
    [own.merchantId, own.trademarkId, gtin + checkDigit(gtin)],
  )
  const params = { id: rows[0].id }
  await world.api(passportContract, owner).save({ params, query: {}, body: battery })
  return params.id
}

/** Files, products, orders and codes. */
export const productCalls: Calls = {
  'GET /epcis/events': { isStrict: true },
  'POST /epcis/capture': { status: 202 },

  'POST /uploads': { send: () => sent('file', ['tea.png']) },
  'POST /uploads/bulk': {
    send: () => sent('files', ['tea.png', 'leaf.png']),
  },

  'POST /sku': { send: input },
  'POST /sku/bulk': {
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
    send: (scene) => ({ ...ofProduct(scene), ...input(scene) }),
  },
  'DELETE /sku/:id': { send: async (scene) => ({ params: { id: await unused(scene) } }) },
  'PUT /sku/customization/:id': {
    send: (scene) => ({ ...ofProduct(scene), body: { isDraft: true } }),
  },

  'PUT /passport/:id/items': {
    send: (scene) => ({
      ...ofProduct(scene),
      body: { items: [{ code: scene.own.codes[0], points: [{ name: 'State of health', value: '97' }] }] },
    }),
  },
  'POST /passport/:id/publish': { send: async (scene) => ({ params: { id: await withPassport(scene) } }) },
  'POST /passport/:id/revoke': {
    send: async (scene) => {
      const params = { id: await withPassport(scene) }
      await scene.world.api(passportContract, scene.owner).publish({ params, query: {} })
      return { params, body: { version: 1 } }
    },
  },

  'POST /order/:id/serials': {
    send: async ({ world, own, owner }) => {
      const input = { skuId: own.skuId, quantity: 2, ownSerials: true }
      const { id } = await world.api(orderContract, owner).create({ body: input })
      return { params: { id }, body: { first: 1, serials: ['SN-1'] } }
    },
  },
  'POST /tag/activate': {
    send: ({ own }) => ({
      body: {
        addressList: own.codes.slice(1, 2),
        certificates: [own.certificateId],
        submissionId: own.submissionId,
      },
    }),
  },
  'GET /tag/redirect': {
    shape: verifyContract.redirect.answer,
    send: ({ own }) => scanned(own.codes[0]!),
  },
  'POST /tag/seen': {
    shape: verifyContract.seen.answer,
    send: ({ own }) => ({ body: scanned(own.codes[0]!).query }),
  },
  'GET /tag/verify': {
    shape: verifyContract.verify.answer,
    send: ({ own }) => scanned(own.codes[0]!),
  },
  'POST /scratch/check': {
    send: async (scene) => {
      const { a, scratch } = (await scratched(scene)).body
      return { body: { code: a, scratch } }
    },
  },
  'POST /tag/open': { send: scratched },
  'POST /tag/owner': { send: async (scene) => ({ body: { ...(await scratched(scene)).body, key: randomUUID() } }) },
  'GET /tag/owner': { send: ({ own }) => scanned(own.codes[0]!) },
  'POST /tag/owner/transfer': {
    send: async (scene) => {
      const { body } = await scratched(scene)
      const claims = scene.world.api(scratchContract)
      const { recovery } = await claims.claim({ body: { ...body, key: randomUUID() } })
      return { body: { a: body.a, p: body.p, secret: recovery, key: randomUUID() } }
    },
  },
  'GET /tag/customization': { send: ({ own }) => scanned(own.codes[0]!) },
}

/** The parameters of a printed code in the address of its page. */
const scanned = (url: string) => {
  const code = url.split('/').at(-1)!
  return { query: { a: code.slice(0, 26), p: code.slice(26) } }
}

/** Gives the codes of the own order a scratch layer, of which none is opened. Returns both secrets of the active one. */
async function scratched({ world, own }: Scene) {
  await world.database.query('update code_order set has_scratch = true where id = $1', [own.orderId])
  await world.database.query('delete from code_opening where order_id = $1', [own.orderId])
  const { a, p } = scanned(own.codes[0]!).query
  return { body: { a, p, scratch: createScratchPrinter(world.services.config)(parseCode(a)!.address) } }
}
