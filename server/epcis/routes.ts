import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { serve, withPreparation } from '#server/core/http/serve.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import {
  captureContract,
  captureLimits,
  captureProblems,
  type EpcisDocument,
  type ErrorBehaviour,
  errorBehaviours,
  eventsIn,
} from '#shared/epcis/capture-contract.ts'
import { epcisContract } from '#shared/epcis/contract.ts'
import { epcisListContract } from '#shared/epcis/list-contract.ts'
import { captureEvents, type Reporter } from './capture/capture.ts'
import { findCapture, listCaptures } from './capture/jobs.ts'
import { countThings, readDocument } from './capture/read-document.ts'
import { removeCaptured } from './capture/remove.ts'
import { deepestError, epcisValidator } from './capture/schema.ts'
import { contextOf, queryDocumentOf } from './document.ts'
import { listEvents } from './query/list-events.ts'
import { findEvent, queryEvents } from './query/query-events.ts'

const versions = { 'GS1-EPCIS-Version': '2.0.0', 'GS1-CBV-Version': '2.0.0' }

function linkNext(request: FastifyRequest, reply: FastifyReply, token: string | undefined): void {
  if (token === undefined) return
  const url = new URL(request.originalUrl, request.server.assay.config.publicUrl)
  url.searchParams.set('nextPageToken', token)
  reply.header('link', `<${url.href}>; rel="next"`)
}

export function epcisRoutes(app: FastifyInstance) {
  const { publicUrl } = app.assay.config
  serve(app, epcisContract, {
    async events({ tx, actor, query, request, reply }) {
      const { events, nextPageToken } = await queryEvents(tx, {
        merchantId: merchantOf(actor),
        query,
        origin: publicUrl,
      })
      reply.headers(versions)
      linkNext(request, reply, nextPageToken)
      return queryDocumentOf(events, publicUrl)
    },

    async event({ tx, actor, params, reply }) {
      reply.headers(versions)
      const event = await findEvent(tx, merchantOf(actor), params.eventID, publicUrl)
      return { '@context': contextOf(publicUrl), ...event }
    },
  })

  serve(app, epcisListContract, {
    list({ tx, actor, query }) {
      return listEvents(tx, merchantOf(actor), query)
    },
  })

  // Only here, XML has a sentence of its own: EPCIS 1.2 has no other form.
  app.register(async (scope) => {
    scope.addContentTypeParser(['application/xml', 'text/xml'], async () => {
      throw new Problem(captureProblems.xml)
    })
    captureRoutes(scope)
  })
}

function captureRoutes(app: FastifyInstance): void {
  serve(app, captureContract, {
    capture: withPreparation(
      async ({ body, request, actor, query }) => {
        const behaviour = behaviourOf(request)
        const reporter = reporterOf(actor, query.reportedBy)
        return { behaviour, reporter, count: eventsIn(body).length, ...(await read(body)) }
      },
      async ({ tx, actor, request, reply }, { reporter, ...document }) => {
        const id = await captureEvents(tx, quotaOwnerOf(actor), reporter, document)
        const { count, errors } = document
        await audit(tx, request, 'epcis.capture', {
          subject: id,
          data: { events: count, unread: errors.size, reporter: reporter.name },
        })
        reply.code(202).headers({ ...versions, location: `/api/epcis/capture/${id}` })
        return findCapture(tx, actor, id, languageOf(request))
      },
    ),

    async jobs({ tx, actor, query, request, reply }) {
      const { jobs, nextPageToken } = await listCaptures(tx, actor, query, languageOf(request))
      reply.headers(versions)
      linkNext(request, reply, nextPageToken)
      return jobs
    },

    job({ tx, actor, params, request, reply }) {
      reply.headers(versions)
      return findCapture(tx, actor, params.id, languageOf(request))
    },

    async remove({ tx, actor, params, request }) {
      const { id, reporter } = await removeCaptured(tx, merchantOf(actor), params.eventID)
      await audit(tx, request, 'epcis.remove', { subject: id, data: { event: params.eventID, reporter } })
      return done
    },
  })
}

/** The events of a document. Before, the cheap limits, and then the schema. */
async function read(document: EpcisDocument) {
  if (countThings(document) > captureLimits.things)
    throw new Problem(captureProblems.tooManyThings, { most: captureLimits.things })
  const validate = await epcisValidator()
  if (!validate(document)) throw new Problem(coreProblems.invalid, { issues: [deepestError(validate.errors ?? [])] })
  return readDocument(document, new Date())
}

/** By default, one event that cannot be captured keeps the others out: so EPCIS defines it. */
function behaviourOf({ headers }: FastifyRequest): ErrorBehaviour {
  const asked = headers['gs1-capture-error-behaviour'] ?? 'rollback'
  const behaviour = errorBehaviours.find((one) => one === asked)
  if (!behaviour) throw new Problem(captureProblems.behaviour)
  return behaviour
}

/** The name of a key is that of its partner: a program cannot choose another one. */
function reporterOf(actor: Actor, entered: string | undefined): Reporter {
  if (actor.key) return { id: actor.id, name: actor.key.name }
  if (entered === undefined) throw new Problem(captureProblems.reporterMissing)
  return { id: actor.id, name: entered }
}
