import { and, desc, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/actor.ts'
import { audit } from '#server/core/audit.ts'
import { serve } from '#server/core/serve.ts'
import { codeReader, printedCode, randomNumber } from '#server/order/service.ts'
import { codeOrder } from '#server/order/table.ts'
import { activationContract, activationProblems, type Batch } from '#shared/activation/contract.ts'
import { Problem } from '#shared/core/problem.ts'
import { activateBatch } from './activate.ts'
import { checkCodes, uuids } from './check.ts'
import { activationBatch } from './table.ts'

type CodeRow = {
  address: string
  serial_no: number
  state: 'Inactive' | 'Pending' | 'Active'
  order_id: string
  name: string
  sku: string
}

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
      const [batch] = await tx
        .insert(activationBatch)
        .values({
          merchantId,
          identifier: randomNumber(),
          quantity: addresses.length,
          addresses: uuids(addresses) as never,
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
      const merchantId = merchantOf(actor)
      const { orderId, activeBatchId, limit, page } = query
      const wanted = sql`c.merchant_id = ${merchantId}
        ${orderId ? sql`and c.order_id = ${orderId}` : sql``}
        ${activeBatchId ? sql`and a.batch_id = ${activeBatchId}` : sql``}`
      const source = sql`from code c left join activation a on a.address = c.address where ${wanted}`
      const { rows } = await tx.execute<CodeRow>(sql`
        with pending as (
          select unnest(addresses) as address from activation_batch
          where merchant_id = ${merchantId} and state in ('queued', 'running')),
        wanted as (
          select c.address, c.serial_no, c.order_id, a.address is not null as active ${source}
          order by c.order_id, c.serial_no limit ${limit} offset ${(page - 1) * limit})
        select w.address, w.serial_no, o.order_id, s.name, s.sku,
          case when w.active then 'Active' when p.address is not null then 'Pending' else 'Inactive' end as state
        from wanted w join code_order o on o.id = w.order_id join sku s on s.id = o.sku_id
        left join pending p on p.address = w.address order by o.id, w.serial_no`)
      const { rows: counted } = await tx.execute<{ total: number }>(sql`select count(*)::int as total ${source}`)
      return {
        rows: rows.map(({ address, serial_no, state, order_id, name, sku }) => ({
          address: printedCode(address),
          serial_no,
          state,
          order: { order_id },
          sku: { name, sku },
        })),
        total: counted[0]!.total,
      }
    },
  })
}

/** Without the addresses: a list of batches does not read them. */
const columns = {
  id: activationBatch.id,
  identifier: activationBatch.identifier,
  quantity: activationBatch.quantity,
  state: activationBatch.state,
  createdAt: activationBatch.createdAt,
  finishedAt: activationBatch.finishedAt,
}
type Row = Omit<typeof activationBatch.$inferSelect, 'merchantId' | 'addresses' | 'certificates' | 'submissionId'>
const statuses = { queued: 'Activating', running: 'Activating', done: 'Activated', failed: 'Failed' } as const

function view({ state, createdAt, finishedAt, ...row }: Row): Batch {
  return {
    ...row,
    status: statuses[state],
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
