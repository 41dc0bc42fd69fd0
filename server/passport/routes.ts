import type { FastifyInstance } from 'fastify'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { serve } from '#server/core/http/serve.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { passportContract } from '#shared/passport/contract.ts'
import { registerPassportPages } from './public/routes.ts'
import { type PassportKey, publishPassport, readPassport, revokePassport, savePassport } from './service.ts'

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

  registerPassportPages(app)
}

const lotOf = ({ lot }: PassportKey) => (lot === '' ? {} : { lot })
