import { and, desc, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/actor.ts'
import { audit } from '#server/core/audit.ts'
import { assertFeature } from '#server/core/feature.ts'
import { serve } from '#server/core/serve.ts'
import { uuids } from '#server/core/set.ts'
import { codeReader, randomNumber } from '#server/order/service.ts'
import { codeOrder } from '#server/order/table.ts'
import { findComplete } from '#server/submission/service.ts'
import { activationContract, activationProblems, type Batch } from '#shared/activation/contract.ts'
import { Problem } from '#shared/core/problem.ts'
import { activateBatch } from './activate.ts'
import { certificatesFor } from './certificates.ts'
import { checkCodes } from './check.ts'
import { listCodes, previewCode } from './codes.ts'
import { activationBatch } from './table.ts'

export function activationRoutes(app: FastifyInstance) {
  const read = codeReader(app.assay.config.codeKey)

  serve(app, activationContract, {
    async check({ tx, actor, body }) {
      const { addresses, errors } = await checkCodes(tx, merchantOf(actor), body.addressList, read)
      return { valid: addresses.length, errors }
    },

    async activate({ tx, actor, body, request, services }) {
      const merchantId = merchantOf(actor)
      // Two lists of one merchant are judged one after the other, so that no code is claimed twice.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`activation:${merchantId}`}, 0))`)
      const { addresses, errors } = await checkCodes(tx, merchantId, body.addressList, read)
      if (errors.length > 0) throw new Problem(activationProblems.badRows, { count: errors.length, errors })
      const certificates = await certificatesFor(tx, merchantId, addresses, body.certificates)
      if (body.submissionId !== undefined) {
        await assertFeature(tx, merchantId, 'submission')
        await findComplete(tx, merchantId, body.submissionId)
      }
      const [batch] = await tx
        .insert(activationBatch)
        .values({
          merchantId,
          identifier: randomNumber(),
          quantity: addresses.length,
          addresses: uuids(addresses) as never,
          certificates,
          ...(body.submissionId !== undefined && { submissionId: body.submissionId }),
        })
        .returning(columns)
      await services.jobs.send(tx, activateBatch, { batchId: batch!.id })
      await audit(tx, request, 'activation.create', batch!.id, { quantity: addresses.length })
      return view(batch!)
    },

    async batches({ tx, actor, query }) {
      const where = eq(activationBatch.merchantId, merchantOf(actor))
      const rows = await tx
        .select(columns)
        .from(activationBatch)
        .where(where)
        .orderBy(desc(activationBatch.createdAt), activationBatch.id)
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
      return { rows: rows.map(view), total: await tx.$count(activationBatch, where) }
    },

    async batch({ tx, actor, params }) {
      const [row] = await tx
        .select(columns)
        .from(activationBatch)
        .where(and(eq(activationBatch.merchantId, merchantOf(actor)), eq(activationBatch.id, params.id)))
      if (!row) throw new Problem(activationProblems.notFound)
      return view(row)
    },

    async activated({ tx, actor }) {
      return tx
        .select({ orderId: codeOrder.id, activated: codeOrder.activated, total: codeOrder.quantity })
        .from(codeOrder)
        .where(eq(codeOrder.merchantId, merchantOf(actor)))
        .orderBy(desc(codeOrder.createdAt))
        .limit(200)
    },

    async totalActivated({ tx, actor }) {
      const [row] = await tx
        .select({ total: sql<number>`coalesce(sum(${codeOrder.activated}), 0)::int` })
        .from(codeOrder)
        .where(eq(codeOrder.merchantId, merchantOf(actor)))
      return { total: row!.total }
    },

    async codes({ tx, actor, query }) {
      return listCodes(tx, merchantOf(actor), query)
    },

    async preview({ tx, actor, query }) {
      return previewCode(tx, merchantOf(actor), read(query.a))
    },
  })
}

/** Without the addresses: a list of batches does not read them. */
const columns = {
  id: activationBatch.id,
  identifier: activationBatch.identifier,
  quantity: activationBatch.quantity,
  state: activationBatch.state,
  submissionId: activationBatch.submissionId,
  createdAt: activationBatch.createdAt,
  finishedAt: activationBatch.finishedAt,
}
type Row = Omit<typeof activationBatch.$inferSelect, 'merchantId' | 'addresses' | 'certificates'>
const statuses = { queued: 'Activating', running: 'Activating', done: 'Activated', failed: 'Failed' } as const

function view({ state, createdAt, finishedAt, ...row }: Row): Batch {
  return {
    ...row,
    status: statuses[state],
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
