import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { fileOts, fileProofs } from '#server/anchoring/service.ts'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { assertFeature } from '#server/core/auth/features.ts'
import { sendFile } from '#server/core/files/download.ts'
import { inTransaction, type RouteRequest, serve, serveStream, withPreparation } from '#server/core/http/serve.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import type { Services } from '#server/core/services.ts'
import { findLog } from '#server/logistic/log/read.ts'
import { findLogistic } from '#server/logistic/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { logisticQuotas } from '#shared/logistic/quotas.ts'
import { reportContract, reportFileRoute, reportProblems, reportProofRoute } from '#shared/logistic/report-contract.ts'
import { contentHashOf, fileNameOf, fingerprintOf } from './content.ts'
import { reportPdf } from './pdf.ts'
import { addReport, findReport, findSameReport, listReports, viewReports } from './service.ts'

/** The cold-chain reports of shipments: made once, anchored, and downloaded any number of times. */
export function reportRoutes(app: FastifyInstance) {
  serve(app, reportContract, {
    async list({ tx, actor, params, query, services }) {
      const merchantId = merchantOf(actor)
      await findLogistic(tx, merchantId, params.id)
      return listReports(tx, services.db.read, { merchantId, logisticId: params.id }, query)
    },

    make: withPreparation(preparedReport, async ({ tx, actor, params, request, services }, prepared) => {
      const view = async (row: Parameters<typeof viewReports>[1][number]) =>
        (await viewReports(services.db.read, [row]))[0]!
      if ('same' in prepared) return view(prepared.same)
      await assertQuota(tx, quotaOwnerOf(actor), logisticQuotas.shipmentReports)
      const { row, isNew } = await addReport(tx, prepared.made)
      const { readingsSha256 } = prepared
      const data = { sha256: row.sha256.toString('hex'), readings: row.readings, readingsSha256 }
      if (isNew) await audit(tx, request, 'logistic.report', { subject: params.id, data })
      return view(row)
    }),
  })

  serveStream(app, reportFileRoute, async ({ actor, params, reply, services }) => {
    const { name, file } = await reportOf(services, actor, params.id)
    return sendFile(reply, { type: 'application/pdf', name }, file)
  })

  serveStream(app, reportProofRoute, async ({ actor, params, reply, services }) => {
    const { name, sha256 } = await reportOf(services, actor, params.id)
    const proof = (await fileProofs(services.db.read, [sha256])).get(sha256.toString('hex'))
    if (!proof) throw new Problem(reportProblems.notFound)
    const described = { type: 'application/vnd.opentimestamps.v1', name: `${name}.ots` }
    return sendFile(reply, described, fileOts(proof, services.config.publicUrl))
  })
}

/** Reads the log and draws the report, before the transaction that stores it. */
async function preparedReport({ actor, params, body, services }: RouteRequest<typeof reportContract.make>) {
  const merchantId = merchantOf(actor)
  const shipmentKey = { merchantId, logisticId: params.id }
  const found = await inTransaction(services, reportContract.make, actor, async (tx) => {
    await assertFeature(tx, merchantId, 'temperature')
    const shipment = await findLogistic(tx, merchantId, params.id)
    const log = await findLog(tx, merchantId, params.id, {})
    const contentHash = contentHashOf({ shipment, log, ...body })
    return { shipment, log, contentHash, same: await findSameReport(tx, shipmentKey, contentHash) }
  })
  if (found.same) return { same: found.same }
  const { shipment, log, contentHash } = found
  const { language } = body
  const createdAt = new Date()
  const page = `${services.config.publicUrl.replace(/\/+$/, '')}/logistic?log=${params.id}`
  const file = await reportPdf({ shipment, log, ...body, at: createdAt, page })
  const sha256 = hash('sha256', file, 'buffer')
  const { complete } = log
  const made = {
    ...shipmentKey,
    contentHash,
    sha256,
    file,
    language,
    readings: log.readings.length,
    complete,
    createdAt,
  }
  return { made, readingsSha256: fingerprintOf(log) }
}

function reportOf(services: Services, actor: Actor, id: string) {
  return inTransaction(services, reportFileRoute, actor, async (tx) => {
    const merchantId = merchantOf(actor)
    await assertFeature(tx, merchantId, 'temperature')
    const { logisticId, ...report } = await findReport(tx, merchantId, id)
    return { ...report, name: fileNameOf(await findLogistic(tx, merchantId, logisticId)) }
  })
}
