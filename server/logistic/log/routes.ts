import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { assertFeature } from '#server/core/auth/features.ts'
import { sendFile } from '#server/core/files/download.ts'
import { inTransaction, serve, serveStream, withPreparation } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { TagServiceError } from '#server/core/tag-service/error.ts'
import type { TagService } from '#server/core/tag-service/service.ts'
import { fingerprintOf } from '#server/logistic/report/content.ts'
import { reportPdf } from '#server/logistic/report/pdf.ts'
import { findLogistic } from '#server/logistic/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { logisticLogContract, logisticLogProblems, reportRoute } from '#shared/logistic/log-contract.ts'
import { findLog, listTagReadings, readTagLog } from './read.ts'

/** The temperature logs of shipments. */
export function logisticLogRoutes(app: FastifyInstance) {
  serve(app, logisticLogContract, {
    tags: withPreparation(
      async ({ services }) => startedTags(services.tags, (err) => services.log.warn({ err }, 'tags not readable')),
      async (_, tags) => tags,
    ),
    log: ({ tx, actor, params, query }) => readTagLog(tx, merchantOf(actor), params.id, query),
    readings: ({ tx, actor, params, query }) => listTagReadings(tx, merchantOf(actor), params.id, query),
  })

  serveStream(app, reportRoute, async (call) => {
    const { actor, params, query, request, services } = call
    const merchantId = merchantOf(actor)
    const [shipment, log] = await inTransaction(services, reportRoute, actor, async (tx) => {
      await assertFeature(tx, merchantId, 'temperature')
      return [await findLogistic(tx, merchantId, params.id), await findLog(tx, merchantId, params.id, {})] as const
    })
    const paper = await reportPdf({ shipment, log, ...query, at: new Date() })
    // The trail proves later which file this was. In demo mode nothing is recorded.
    const sha256 = hash('sha256', paper)
    const data = { sha256, readings: log.readings.length, readingsSha256: fingerprintOf(log) }
    if (!actor.demo) {
      await inTransaction(services, reportRoute, actor, (tx) => audit(tx, request, 'logistic.report', params.id, data))
    }
    return sendFile(call.reply, { type: 'application/pdf', name: `${shipment.identifier}.pdf` }, paper)
  })
}

/** Without a service there are no tags to choose from: their numbers are typed or scanned. */
async function startedTags(tags: TagService, note: (error: TagServiceError) => void) {
  if (!tags.isOn) return []
  try {
    const started = await tags.startedTags()
    return started.map(({ startedAt, ...tag }) => ({ ...tag, startedAt: startedAt.toISOString() }))
  } catch (error) {
    if (!(error instanceof TagServiceError)) throw error
    note(error)
    throw new Problem(logisticLogProblems.unavailable)
  }
}
