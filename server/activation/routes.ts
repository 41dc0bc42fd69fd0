import type { FastifyInstance } from 'fastify'
import { buildProofResponse, proofOf } from '#server/anchoring/service.ts'
import { merchantOf } from '#server/core/auth/actor.ts'
import { assertFeature } from '#server/core/auth/features.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, pageOfIds } from '#server/core/db/paging.ts'
import { desc, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { createCodeReader, findOrder, withOwnSerials } from '#server/order/service.ts'
import { codeOrder, codeTotal } from '#server/order/table.ts'
import { findComplete } from '#server/submission/service.ts'
import { activationContract, activationProblems } from '#shared/activation/contract.ts'
import { type ActivationRun, activationRunContract, activationRunProblems } from '#shared/activation/run-contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { checkCodes } from './check-codes.ts'
import { listCodes, previewCode } from './codes.ts'
import { certificatesOfOrder } from './payload/certificates.ts'
import { activateRun } from './run-job.ts'
import { createBatch, ofMerchant, retryBatch, selectBatches, viewBatch } from './service.ts'
import { activationBatch, activationRun } from './table.ts'

export function activationRoutes(app: FastifyInstance) {
  const read = createCodeReader(app.assay.config.codeKey)

  serve(app, activationContract, {
    async check({ tx, actor, body }) {
      const merchantId = merchantOf(actor)
      const readAny = await withOwnSerials(tx, merchantId, body.addressList, read)
      const { addresses, errors } = await checkCodes(tx, merchantId, body.addressList, readAny)
      return { valid: addresses.length, errors }
    },

    async activate({ tx, actor, body, request, services }) {
      const { batch, isNew } = await createBatch(tx, merchantOf(actor), body, { jobs: services.jobs, read })
      if (isNew)
        await audit(tx, request, 'activation.create', { subject: batch.id, data: { quantity: batch.quantity } })
      return viewBatch(batch)
    },

    async batches({ tx, actor, query }) {
      const merchantId = merchantOf(actor)
      const { search } = query
      const where = ofMerchant(
        merchantId,
        search ? sql`strpos(${activationBatch.identifier}, upper(${search})) > 0` : undefined,
      )
      const order = { columns: [activationBatch.createdAt, activationBatch.id], descending: true } as const
      const { ids, total } = await pageOfIds(tx, activationBatch, { where, order }, query)
      const rows = await selectBatches(tx, merchantId, inArray(activationBatch.id, ids))
      return { rows: inOrderOf(ids, rows, ({ id }) => id).map(viewBatch), total }
    },

    async batch({ tx, actor, params }) {
      const [row] = await selectBatches(tx, merchantOf(actor), eq(activationBatch.id, params.id))
      if (!row) throw new Problem(activationProblems.notFound)
      return viewBatch(row)
    },

    async retry({ tx, actor, params, request, services }) {
      const { batch, isNew } = await retryBatch(tx, services.jobs, merchantOf(actor), params.id)
      if (isNew) await audit(tx, request, 'activation.retry', { subject: batch.id, data: { quantity: batch.quantity } })
      return viewBatch(batch)
    },

    async chains({ tx, actor, params, services }) {
      const own = ofMerchant(merchantOf(actor), eq(activationBatch.id, params.id))
      // All codes of a batch share its root.
      const [batch] = await tx
        .select({ address: sql<string>`${activationBatch.addresses}[1]`, state: activationBatch.state })
        .from(activationBatch)
        .where(own)
      if (!batch) throw new Problem(activationProblems.notFound)
      // The rounds that lead to the chains belong to no merchant, whose transaction does not see them.
      const proof = batch.state === 'done' ? await proofOf(services.db.read, batch.address) : undefined
      return { chains: proof ? buildProofResponse(proof).chains : null }
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
        .select()
        .from(codeTotal)
        .where(eq(codeTotal.merchantId, merchantOf(actor)))
      return { total: row?.activated ?? 0 }
    },

    async codes({ tx, actor, query }) {
      return listCodes(tx, merchantOf(actor), query)
    },

    async preview({ tx, actor, query }) {
      const merchantId = merchantOf(actor)
      const readAny = await withOwnSerials(tx, merchantId, [query.a], read)
      return previewCode(tx, merchantId, readAny(query.a))
    },
  })

  serve(app, activationRunContract, {
    async start({ tx, actor, body, request, services }) {
      const merchantId = merchantOf(actor)
      const { orderId, certificates: wanted, first: _first, last: _last, ...fields } = body
      const order = await findOrder(tx, merchantId, orderId)
      const { first = 1, last = order.quantity } = body
      if (order.state !== 'done') throw new Problem(activationRunProblems.unfinished)
      if (last > order.quantity) throw new Problem(activationRunProblems.beyond, { quantity: order.quantity })
      if (order.activated === order.quantity) throw new Problem(activationRunProblems.nothing)
      if (order.skuId === null && !(await hasInactiveBoundCodes(tx, merchantId, orderId)))
        throw new Problem(activationRunProblems.unbound)
      const certificates = await certificatesOfOrder(tx, merchantId, orderId, wanted)
      if (fields.submissionId !== undefined) {
        await assertFeature(tx, merchantId, 'submission')
        await findComplete(tx, merchantId, fields.submissionId)
      }
      const [made] = await tx
        .insert(activationRun)
        .values({ ...fields, merchantId, orderId, first, last, next: first, certificates })
        .onConflictDoNothing()
        .returning({ id: activationRun.id })
      if (!made) throw new Problem(activationRunProblems.running)
      await services.jobs.send(tx, activateRun, { runId: made.id })
      await audit(tx, request, 'activation.run', { subject: made.id, data: { order: order.order_id, first, last } })
      return (await latestRun(tx, merchantId, orderId))!
    },

    async latest({ tx, actor, query }) {
      const merchantId = merchantOf(actor)
      await findOrder(tx, merchantId, query.orderId)
      return { run: (await latestRun(tx, merchantId, query.orderId)) ?? null }
    },
  })
}

async function hasInactiveBoundCodes(tx: Tx, merchantId: string, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from bound_product where merchant_id = ${merchantId} and order_id = ${orderId} and activated < bound limit 1`)
  return rows.length > 0
}

type Row = Omit<ActivationRun, 'createdAt' | 'finishedAt'> & {
  createdAt: Date | string
  finishedAt: Date | string | null
}

/** The codes of the batch that is being activated are not finished. */
async function latestRun(tx: Tx, merchantId: string, orderId: string): Promise<ActivationRun | undefined> {
  const { rows } = await tx.execute<Row>(sql`
    select r.id, r.order_id as "orderId", r.first, r.last, r.last - r.first + 1 as total, r.activated, r.state, r.failure,
      greatest(0, r.next - r.first - coalesce(b.quantity, 0)) as done, r.created_at as "createdAt", r.finished_at as "finishedAt"
    from activation_run r left join activation_batch b on b.id = r.batch_id
    where r.merchant_id = ${merchantId} and r.order_id = ${orderId} order by r.created_at desc limit 1`)
  const row = rows[0]
  if (!row) return undefined
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt).toISOString(),
  }
}
