import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { assertFeature } from '#server/core/auth/features.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { findOrder } from '#server/order/service.ts'
import { findComplete } from '#server/submission/service.ts'
import { type ActivationRun, activationRunContract, activationRunProblems } from '#shared/activation/run-contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { certificatesOfOrder } from './certificates.ts'
import { activateRun } from './run-job.ts'
import { activationRun } from './table.ts'

export function activationRunRoutes(app: FastifyInstance) {
  serve(app, activationRunContract, {
    async start({ tx, actor, body, request, services }) {
      const merchantId = merchantOf(actor)
      const { orderId, certificates: wanted, first: _first, last: _last, ...fields } = body
      const order = await findOrder(tx, merchantId, orderId)
      const { first = 1, last = order.quantity } = body
      if (order.state !== 'done') throw new Problem(activationRunProblems.unfinished)
      if (last > order.quantity) throw new Problem(activationRunProblems.beyond, { quantity: order.quantity })
      if (order.activated === order.quantity) throw new Problem(activationRunProblems.nothing)
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
      await audit(tx, request, 'activation.run', made.id, { order: order.order_id, first, last })
      return (await latestRun(tx, merchantId, orderId))!
    },

    async latest({ tx, actor, query }) {
      const merchantId = merchantOf(actor)
      await findOrder(tx, merchantId, query.orderId)
      return { run: (await latestRun(tx, merchantId, query.orderId)) ?? null }
    },
  })
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
