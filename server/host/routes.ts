import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { serve } from '#server/core/http/serve.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { brandHostChannel } from '#server/core/network/brand-hosts.ts'
import { done } from '#shared/core/fields/fields.ts'
import { officialHost } from '#shared/core/host/installation-url.ts'
import { brandHostContract } from '#shared/host/contract.ts'
import { addBrandHost, askForCheck, listBrandHosts, printBrandHost, removeBrandHost } from './hosts.ts'
import { checkBrandHost } from './jobs.ts'

/** The custom domains of a merchant. */
export function brandHostRoutes(app: FastifyInstance): void {
  const { config, events, jobs } = app.assay
  const tell = (tx: Tx) => events.publish(tx, brandHostChannel, 'changed', {})

  serve(app, brandHostContract, {
    async list({ tx, actor }) {
      const rows = await listBrandHosts(tx, merchantOf(actor), config)
      return { official: officialHost(config.publicUrl), rows }
    },

    async add({ tx, actor, body, request }) {
      const { added, isNew } = await addBrandHost(tx, quotaOwnerOf(actor), body.host, config)
      if (!isNew) return added
      await audit(tx, request, 'host.add', { subject: added.id, data: { host: added.host } })
      await tell(tx)
      return added
    },

    async check({ tx, actor, params, request }) {
      const asked = await askForCheck(tx, merchantOf(actor), params.id, config)
      await jobs.send(tx, checkBrandHost, { id: asked.id })
      await audit(tx, request, 'host.check', { subject: asked.id, data: { host: asked.host } })
      await tell(tx)
      return asked
    },

    async print({ tx, actor, params, body, request }) {
      const changed = await printBrandHost(tx, merchantOf(actor), { id: params.id, ...body, config })
      await audit(tx, request, 'host.print', { subject: changed.id, data: { host: changed.host, ...body } })
      return changed
    },

    async remove({ tx, actor, params, request }) {
      const { host } = await removeBrandHost(tx, merchantOf(actor), params.id)
      await audit(tx, request, 'host.remove', { subject: params.id, data: { host } })
      await tell(tx)
      return done
    },
  })
}
