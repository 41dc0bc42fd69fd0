import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { done } from '#shared/core/fields/fields.ts'
import { keyContract } from '#shared/key/contract.ts'
import { createApiKey, listApiKeys, removeApiKey, rotateApiKey } from './service.ts'

export function keyRoutes(app: FastifyInstance) {
  serve(app, keyContract, {
    list({ tx, actor }) {
      return listApiKeys(tx, merchantOf(actor))
    },

    async create({ tx, actor, body, request }) {
      const made = await createApiKey(tx, actor, body)
      const { id, name, scopes, expiresAt } = made
      await audit(tx, request, 'key.create', { subject: id, data: { name, scopes, expiresAt } })
      return made
    },

    async rotate({ tx, actor, params, body, request }) {
      const made = await rotateApiKey(tx, merchantOf(actor), params.id, body.graceHours)
      await audit(tx, request, 'key.rotate', { subject: params.id, data: { name: made.name, ...body } })
      return made
    },

    async remove({ tx, actor, params, request }) {
      const name = await removeApiKey(tx, merchantOf(actor), params.id)
      await audit(tx, request, 'key.remove', { subject: params.id, data: { name } })
      return done
    },
  })
}
