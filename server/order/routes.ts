import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { debitForOrder, refundOrder } from '#server/billing/service.ts'
import { hasVerifiedDocuments } from '#server/business/service.ts'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { problemOfViolation } from '#server/core/db/database-error.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { sendDownload } from '#server/core/files/download.ts'
import { serveCsv } from '#server/core/files/serve-csv.ts'
import { inTransaction, serve, serveStream } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { printedHost } from '#server/host/service.ts'
import { sku } from '#server/sku/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { downloadRoute, orderContract, orderProblems } from '#shared/order/contract.ts'
import { codeKeyOf, orderNumber, prefixBytes, printedOrigin, scratchKeyOf } from './code.ts'
import { copyCodes, csvLines } from './download.ts'
import { generateCodes } from './jobs.ts'
import { listOrders, orderColumns } from './list.ts'
import { findOrder, rangesOfState, tooManyOfState } from './service.ts'
import { codeOrder, codeTotal, ownSerial } from './table.ts'

const noGtin = ({ sku }: { sku: string }) => new Problem(orderProblems.noGtin, { sku })

/** The product of a new order. Blank codes have none, so they need any approved trademark. */
async function orderedProduct(tx: Tx, merchantId: string, id: string): Promise<typeof sku.$inferSelect> {
  const [product] = await tx
    .select()
    .from(sku)
    .where(and(eq(sku.merchantId, merchantId), eq(sku.id, id)))
  if (!product) throw new Problem(orderProblems.noSku)
  if (!product.active) throw new Problem(orderProblems.inactiveSku, { sku: product.sku })
  return product
}

export function orderRoutes(app: FastifyInstance) {
  serve(app, orderContract, {
    async list({ tx, actor, query }) {
      return listOrders(tx, actor, query)
    },

    async total({ tx, actor }) {
      const [row] = await tx
        .select()
        .from(codeTotal)
        .where(eq(codeTotal.merchantId, merchantOf(actor)))
      return { total: row?.generated ?? 0 }
    },

    async read({ tx, actor, params }) {
      return findOrder(tx, merchantOf(actor), params.id)
    },

    async create({ tx, actor, body, request, services }) {
      const merchantId = merchantOf(actor)
      const product = body.skuId === null ? undefined : await orderedProduct(tx, merchantId, body.skuId)
      if (body.link === 'gs1' && product?.gtin == null) throw noGtin({ sku: product?.sku ?? '' })
      if (!(await hasVerifiedDocuments(tx, merchantId, product?.trademarkId)))
        throw new Problem(orderProblems.unverified)
      const host = await printedHost(tx, merchantId)
      const id = randomUUID()
      await debitForOrder(tx, { merchantId, orderId: id, quantity: body.quantity })
      const prefix = randomBytes(prefixBytes)
      const { scratch: hasScratch, link, ...input } = body
      const gtin = link === 'gs1' ? (product?.gtin ?? null) : null
      const state = input.ownSerials ? 'collecting' : 'queued'
      await tx
        .insert(codeOrder)
        .values({ id, merchantId, orderId: orderNumber(prefix), prefix, hasScratch, gtin, host, state, ...input })
        // The product got another GTIN at the same time.
        .catch(problemOfViolation(noGtin({ sku: product?.sku ?? '' }), 'code_order_gtin'))
      // The codes of goods with serials are generated when these have arrived.
      if (!input.ownSerials) await services.jobs.send(tx, generateCodes, { orderId: id })
      await audit(tx, request, 'order.create', {
        subject: id,
        data: {
          quantity: body.quantity,
          ...(product ? { sku: product.sku } : { blank: true }),
          ...(hasScratch && { scratch: true }),
          ...(input.ownSerials && { ownSerials: true }),
          ...(gtin && { gtin }),
          ...(host && { host }),
        },
      })
      return findOrder(tx, merchantId, id)
    },

    async setNote({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      await tx
        .update(codeOrder)
        .set({ note: body.note })
        .where(and(eq(codeOrder.merchantId, merchantId), eq(codeOrder.id, params.id)))
      const order = await findOrder(tx, merchantId, params.id)
      await audit(tx, request, 'order.setNote', { subject: order.id })
      return order
    },

    async retry({ tx, actor, params, request, services }) {
      const own = and(eq(codeOrder.merchantId, merchantOf(actor)), eq(codeOrder.id, params.id))
      const [restarted] = await tx
        .update(codeOrder)
        .set({ state: 'queued', failure: null, finishedAt: null })
        .where(and(own, eq(codeOrder.state, 'failed')))
        .returning({ id: codeOrder.id, quantity: codeOrder.quantity, generated: codeOrder.generated })
      if (restarted) {
        const { id: orderId, quantity, generated } = restarted
        await services.jobs.send(tx, generateCodes, { orderId })
        await audit(tx, request, 'order.retry', { subject: orderId, data: { quantity, generated } })
      }
      return findOrder(tx, merchantOf(actor), params.id)
    },

    async remove({ tx, actor, params, request }) {
      const merchantId = merchantOf(actor)
      const own = and(eq(codeOrder.merchantId, merchantId), eq(codeOrder.id, params.id))
      // Generation takes the same lock for every chunk: it has either written codes before, or finds no order
      // afterwards.
      const [order] = await tx.select().from(codeOrder).where(own).for('update')
      if (!order) throw new Problem(orderProblems.notFound)
      const untouched = order.generated === 0 && ['collecting', 'queued', 'failed'].includes(order.state)
      if (!untouched) throw new Problem(orderProblems.begun)
      await refundOrder(tx, { merchantId, orderId: order.id })
      await tx.delete(codeOrder).where(own)
      if (order.ownSerials) await tx.delete(ownSerial).where(eq(ownSerial.orderId, order.id))
      await audit(tx, request, 'order.remove', {
        subject: order.id,
        data: { order_id: order.orderId, quantity: order.quantity },
      })
      return done
    },
  })

  serveCsv(app, orderContract.list, listOrders, { name: 'orders', columns: orderColumns })

  const { codeKey, publicUrl } = app.assay.config
  const keys = { key: codeKeyOf(codeKey), scratchKey: scratchKeyOf(codeKey) }

  serveStream(app, downloadRoute, async ({ params, query, actor, request, reply, services }) => {
    const order = await services.db.tenant(merchantOf(actor), (tx) => findOrder(tx, merchantOf(actor), params.id))
    if (order.state !== 'done') throw new Problem(orderProblems.unfinished)
    const most = { all: order.quantity, active: order.activated, inactive: order.quantity - order.activated }[
      query.type
    ]
    const amount = query.limit ?? most
    if (amount > most) throw new Problem(tooManyOfState[query.type], { most })
    if (amount === 0) throw new Problem(orderProblems.noCodes)
    const ranges = await inTransaction(services, downloadRoute, actor, async (tx) => {
      const { type, serial } = query
      if (!actor.demo)
        await audit(tx, request, 'order.download', {
          subject: order.id,
          data: { type, serial: serial === 'true', amount },
        })
      return rangesOfState(tx, order, type)
    })
    const file = { type: 'text/csv; charset=utf-8', name: `${order.order_id}.csv` }
    await services.db.owner(async (client, discard) => {
      const lines = csvLines(
        { ...keys, origin: printedOrigin(publicUrl, order.host), gtin: order.gtin },
        { serial: query.serial === 'true', own: order.ownSerials, scratch: order.scratch },
      )
      const source = copyCodes(client, order, { state: query.type, ranges, amount })
      const isWhole = await sendDownload({ reply, services }, file, source, lines)
      // An aborted COPY never ends, so its connection cannot be reused.
      if (!isWhole) discard()
    })
  })
}
