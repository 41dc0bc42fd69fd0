import type { FastifyInstance, FastifyReply } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { serve } from '#server/core/http/serve.ts'
import { epcisContract } from '#shared/epcis/contract.ts'
import { contextOf, queryDocumentOf } from './document.ts'
import { findEvent, queryEvents } from './query/query-events.ts'

const versions = { 'GS1-EPCIS-Version': '2.0.0', 'GS1-CBV-Version': '2.0.0' }

export function epcisRoutes(app: FastifyInstance) {
  const { publicUrl } = app.assay.config
  serve(app, epcisContract, {
    async events({ tx, actor, query, request, reply }) {
      const { events, nextPageToken } = await queryEvents(tx, merchantOf(actor), query)
      reply.headers(versions)
      if (nextPageToken !== undefined) linkNext(reply, new URL(request.originalUrl, publicUrl), nextPageToken)
      return queryDocumentOf(events, publicUrl)
    },

    async event({ tx, actor, params, reply }) {
      reply.headers(versions)
      const event = await findEvent(tx, merchantOf(actor), params.eventID)
      return { '@context': contextOf(publicUrl), ...event }
    },
  })
}

function linkNext(reply: FastifyReply, url: URL, token: string): void {
  url.searchParams.set('nextPageToken', token)
  reply.header('link', `<${url.href}>; rel="next"`)
}
