import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { serve, withPreparation } from '#server/core/http/serve.ts'
import { invalidInput } from '#server/core/http/validate.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { openTargets } from '#server/core/network/targets.ts'
import { done } from '#shared/core/fields/fields.ts'
import { type WebhookInput, webhookContract } from '#shared/webhook/contract.ts'
import { findDelivery, listDeliveries, queuePing, redeliver, replay } from './deliveries.ts'
import { createWebhook, listWebhooks, removeWebhook, rotateSecret, updateWebhook } from './endpoints.ts'

export function webhookRoutes(app: FastifyInstance) {
  const { config } = app.assay
  const targets = openTargets(config)

  const checkAddress = async ({ body }: { body: WebhookInput }) => {
    const message = await targets.problemOf(body.url)
    if (message) throw invalidInput([{ path: 'url', message }])
  }
  /** The path of an address may be secret. */
  const described = ({ url, eventTypes, isOn }: Pick<WebhookInput, 'url' | 'eventTypes' | 'isOn'>) => ({
    ...{ host: new URL(url).host, events: eventTypes.join(', '), on: isOn },
  })

  serve(app, webhookContract, {
    async list({ tx, actor }) {
      return { rows: await listWebhooks(tx, merchantOf(actor)) }
    },

    create: withPreparation(checkAddress, async ({ tx, actor, body, request }) => {
      const made = await createWebhook(tx, config, quotaOwnerOf(actor), body)
      await audit(tx, request, 'webhook.create', { subject: made.id, data: described(made) })
      return made
    }),

    update: withPreparation(checkAddress, async ({ tx, actor, params, body, request }) => {
      const changed = await updateWebhook(tx, merchantOf(actor), params.id, body)
      await audit(tx, request, 'webhook.update', { subject: params.id, data: described(changed) })
      return changed
    }),

    async remove({ tx, actor, params, request }) {
      const removed = await removeWebhook(tx, merchantOf(actor), params.id)
      await audit(tx, request, 'webhook.remove', { subject: params.id, data: described(removed) })
      return done
    },

    async rotate({ tx, actor, params, request }) {
      const changed = await rotateSecret(tx, config, merchantOf(actor), params.id)
      await audit(tx, request, 'webhook.rotate', { subject: params.id })
      return changed
    },

    async test({ tx, actor, params, request }) {
      const ping = await queuePing(tx, merchantOf(actor), params.id)
      await audit(tx, request, 'webhook.test', { subject: params.id })
      return ping
    },

    async deliveries({ tx, actor, params, query }) {
      return listDeliveries(tx, merchantOf(actor), params.id, query)
    },

    async delivery({ tx, actor, params }) {
      return findDelivery(tx, merchantOf(actor), params.id)
    },

    async redeliver({ tx, actor, params, request }) {
      const queued = await redeliver(tx, merchantOf(actor), params.id)
      await audit(tx, request, 'webhook.redeliver', { subject: params.id })
      return queued
    },

    async replay({ tx, actor, params, body, request }) {
      const count = await replay(tx, merchantOf(actor), params.id, body)
      await audit(tx, request, 'webhook.replay', { subject: params.id, data: { ...body, count } })
      return { count }
    },
  })
}
