import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { eq } from '#server/core/drizzle/orm.ts'
import { sendDownloadFrom } from '#server/core/files/download.ts'
import { inTransaction, serve, serveStream } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { findOrder } from '#server/order/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { urlAtHost } from '#shared/core/host/installation-url.ts'
import { nfcContract, nfcProblems, tagExportRoute } from '#shared/nfc/contract.ts'
import { orderProblems } from '#shared/order/contract.ts'
import { templateLines } from './export.ts'
import { bindTags, keysOfTags } from './register.ts'
import { nfcTotal } from './table.ts'
import { createTagKeys } from './tag-keys.ts'

export function nfcRoutes(app: FastifyInstance): void {
  const { nfcKey, publicUrl } = app.assay.config
  const merchantKeys = nfcKey && createTagKeys(nfcKey)

  serve(app, nfcContract, {
    async totals({ tx, actor, params }) {
      const { id } = await findOrder(tx, merchantOf(actor), params.id)
      const [row] = await tx.select().from(nfcTotal).where(eq(nfcTotal.orderId, id))
      return { enabled: merchantKeys !== undefined, tagged: row?.tagged ?? 0, tapped: row?.tapped ?? 0 }
    },

    async register({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      const { id: orderId, host } = await findOrder(tx, merchantId, params.id)
      if (!merchantKeys) throw new Problem(nfcProblems.off)
      const { bound, errors, codes } = await bindTags(tx, { merchantId, orderId, ...body })
      if (errors.length > 0) throw new Problem(nfcProblems.badRows, { count: errors.length, errors })
      await audit(tx, request, 'nfc.keys', {
        subject: orderId,
        data: { tags: codes.length, bound, upload: body.upload },
      })
      return { tags: keysOfTags(merchantKeys(merchantId), urlAtHost(publicUrl, host), codes) }
    },
  })

  serveStream(app, tagExportRoute, async ({ params, query, actor, request, reply, services }) => {
    if (!merchantKeys) throw new Problem(nfcProblems.off)
    const { order, last } = await inTransaction(services, tagExportRoute, actor, async (tx) => {
      const order = await findOrder(tx, merchantOf(actor), params.id)
      if (order.state !== 'done') throw new Problem(orderProblems.unfinished)
      const last = Math.min(query.last ?? order.quantity, order.quantity)
      if (query.first > last) throw new Problem(nfcProblems.noCodes, { most: order.quantity })
      if (!actor.demo) await audit(tx, request, 'nfc.export', { subject: order.id, data: { first: query.first, last } })
      return { order, last }
    })
    const file = { type: 'text/csv; charset=utf-8', name: `${order.order_id}-nfc.csv` }
    return services.db.readonlyTenant(merchantOf(actor), (tx) =>
      sendDownloadFrom(
        tx,
        { reply, services },
        file,
        templateLines(tx, urlAtHost(publicUrl, order.host), order.id, { first: query.first, last }),
      ),
    )
  })
}
