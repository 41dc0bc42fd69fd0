import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { generateCodes } from '#server/order/jobs.ts'
import { createCodeReader, findOrder } from '#server/order/service.ts'
import { sku } from '#server/sku/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { orderProblems } from '#shared/order/contract.ts'
import { serialContract } from '#shared/order/serial-contract.ts'
import { checkSerials, collectSerials } from './collect.ts'

/** Of an address and its secret. */
const codeLetters = 42

export function serialRoutes(app: FastifyInstance) {
  const read = createCodeReader(app.assay.config.codeKey)
  /** Reading a code takes 50 µs, so a text that is too short for one with its secret is not read. */
  const isCode = (text: string) => text.length >= codeLetters && read(text)?.hasSecret === true

  serve(app, serialContract, {
    async check({ tx, actor, body: { skuId, serials: texts } }) {
      const merchantId = merchantOf(actor)
      const own = await tx.$count(sku, and(eq(sku.merchantId, merchantId), eq(sku.id, skuId)))
      if (own === 0) throw new Problem(orderProblems.noSku)
      return { errors: await checkSerials(tx, { merchantId, skuId, texts }, isCode) }
    },

    async add({ tx, actor, params, body, request, services }) {
      const merchantId = merchantOf(actor)
      const isComplete = await collectSerials(tx, { merchantId, orderId: params.id, ...body }, isCode)
      const order = await findOrder(tx, merchantId, params.id)
      if (isComplete) {
        await services.jobs.send(tx, generateCodes, { orderId: order.id })
        await audit(tx, request, 'order.serials', { subject: order.id, data: { quantity: order.quantity } })
        await services.events.publish(tx, merchantChannel(merchantId), 'order', { id: order.id })
      }
      return order
    },
  })
}
