import type { FastifyInstance } from 'fastify'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import type { Services } from '#server/core/services.ts'
import { done } from '#shared/core/fields/fields.ts'
import { type ApiKey, keyContract } from '#shared/key/contract.ts'
import { tellOwner } from './jobs.ts'
import { createApiKey, listApiKeys, removeApiKey, rotateApiKey } from './service.ts'

export function keyRoutes(app: FastifyInstance) {
  serve(app, keyContract, {
    list({ tx, actor }) {
      return listApiKeys(tx, merchantOf(actor))
    },

    async create({ tx, actor, body, request, services }) {
      const made = await createApiKey(tx, actor, body)
      const { id, name, scopes, expiresAt } = made
      await audit(tx, request, 'key.create', { subject: id, data: { name, scopes, expiresAt } })
      await tell(services, tx, { actor, made, hours: null })
      return made
    },

    async rotate({ tx, actor, params, body, request, services }) {
      const made = await rotateApiKey(tx, merchantOf(actor), params.id, body.graceHours)
      await audit(tx, request, 'key.rotate', { subject: params.id, data: { name: made.name, ...body } })
      await tell(services, tx, { actor, made, hours: body.graceHours })
      return made
    },

    async remove({ tx, actor, params, request }) {
      const name = await removeApiKey(tx, merchantOf(actor), params.id)
      await audit(tx, request, 'key.remove', { subject: params.id, data: { name } })
      return done
    },
  })
}

type Change = { actor: Actor; made: ApiKey; hours: number | null }

const tell = ({ jobs }: Services, tx: Tx, { actor, made: { name, scopes }, hours }: Change) =>
  jobs.send(tx, tellOwner, {
    merchantId: merchantOf(actor),
    ...{ name, scopes, by: actor.email, at: new Date().toISOString(), hours },
  })
