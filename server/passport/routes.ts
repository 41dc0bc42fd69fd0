import type { FastifyInstance } from 'fastify'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { serve } from '#server/core/http/serve.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { createCodeReader } from '#server/order/service.ts'
import { passportContract } from '#shared/passport/contract.ts'
import { passportItemContract } from '#shared/passport/item-contract.ts'
import { listItemValues, setItemValues } from './items.ts'
import { registerPassportPages } from './public/routes.ts'
import {
  assertProduct,
  type PassportKey,
  publishPassport,
  readPassport,
  revokePassport,
  savePassport,
} from './service.ts'

type Asked = { actor: Actor; params: { id: string }; query: { lot: string } }

export function passportRoutes(app: FastifyInstance) {
  const keyOf = ({ actor, params, query }: Asked): PassportKey => ({
    merchantId: merchantOf(actor),
    skuId: params.id,
    lot: query.lot,
  })

  serve(app, passportContract, {
    read: (call) => readPassport(call.tx, keyOf(call)),

    async save(call) {
      const { tx, actor, body, request } = call
      const key = keyOf(call)
      await savePassport(tx, quotaOwnerOf(actor), key, body)
      await audit(tx, request, 'passport.save', { subject: key.skuId, data: lotOf(key) })
      return readPassport(tx, key)
    },

    async publish(call) {
      const { tx, actor, request } = call
      const key = keyOf(call)
      const version = await publishPassport(tx, quotaOwnerOf(actor), key)
      if (version !== undefined)
        await audit(tx, request, 'passport.publish', { subject: key.skuId, data: { version, ...lotOf(key) } })
      return readPassport(tx, key)
    },

    async revoke(call) {
      const { tx, body, request } = call
      const key = keyOf(call)
      if (await revokePassport(tx, key, body.version))
        await audit(tx, request, 'passport.revoke', { subject: key.skuId, data: { ...body, ...lotOf(key) } })
      return readPassport(tx, key)
    },
  })

  const read = createCodeReader(app.assay.config.codeKey)
  serve(app, passportItemContract, {
    async items({ tx, actor, params, query: { page, limit, search } }) {
      const key = { merchantId: merchantOf(actor), skuId: params.id }
      await assertProduct(tx, key)
      const address = search ? read(search)?.address : undefined
      // Words that are no code find nothing.
      if (search && address === undefined) return { rows: [], total: 0 }
      return listItemValues(tx, key, { page, limit, address })
    },

    async setItems({ tx, actor, params, body, request }) {
      const skuId = params.id
      await assertProduct(tx, { merchantId: merchantOf(actor), skuId })
      const changed = await setItemValues(tx, quotaOwnerOf(actor), { skuId, items: body.items, read })
      if (changed > 0) await audit(tx, request, 'passport.items', { subject: skuId, data: { items: changed } })
      return { changed }
    },
  })

  registerPassportPages(app)
}

const lotOf = ({ lot }: PassportKey) => (lot === '' ? {} : { lot })
