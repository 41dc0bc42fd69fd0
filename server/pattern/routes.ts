import type { FastifyInstance, FastifyRequest } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { codeOrder } from '#server/order/table.ts'
import { sku } from '#server/sku/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { isMarkable, type PatternCase, patternContract, patternProblems } from '#shared/pattern/contract.ts'
import { seenIn } from './cases/found-pattern.ts'
import { markCodes, unmarkCodes } from './marks.ts'
import { patternCase } from './table.ts'

export function patternRoutes(app: FastifyInstance) {
  serve(app, patternContract, {
    async list({ tx, actor, query }) {
      const { state, ...page } = query
      const merchantId = merchantOf(actor)
      const where = and(eq(patternCase.merchantId, merchantId), state && eq(patternCase.state, state))
      const order = { columns: [patternCase.createdAt, patternCase.id], descending: true } as const
      const { ids, total } = await pageOfIds(tx, patternCase, { where, order }, page)
      const rows = await select(tx).where(inArray(patternCase.id, ids))
      return { rows: inOrderOf(ids, rows, ({ row }) => row.id).map(view), total }
    },

    async read({ tx, actor, params }) {
      const found = await find(tx, merchantOf(actor), params.id)
      return { ...view(found), evidence: found.row.evidence }
    },

    async close({ tx, actor, params, body, request }) {
      const row = await lock(tx, merchantOf(actor), params.id)
      const { reason, note } = body
      if (row.markedAt !== null && reason !== 'copies') throw new Problem(patternProblems.marked)
      if (row.state === 'closed' && row.reason === reason && row.note === note) return current(tx, row)
      await change(tx, row, { state: 'closed', reason, note, closedStrength: row.strength })
      await audit(tx, request, 'pattern.close', { subject: row.id, data: { reason } })
      return current(tx, row)
    },

    async reopen({ tx, actor, params, request }) {
      const row = await lock(tx, merchantOf(actor), params.id)
      if (row.state === 'open') return current(tx, row)
      await reopen(tx, request, row)
      return current(tx, row)
    },

    async mark({ tx, actor, params, request }) {
      const row = await lock(tx, merchantOf(actor), params.id)
      if (!isMarkable(row.kind)) throw new Problem(patternProblems.notMarkable)
      const codes = await markCodes(tx, row)
      if (codes > 0 || row.markedAt === null)
        await audit(tx, request, 'pattern.mark', { subject: row.id, data: { codes } })
      if (row.state === 'open')
        await change(tx, row, { state: 'closed', reason: 'copies', closedStrength: row.strength })
      return current(tx, row)
    },

    async unmark({ tx, actor, params, request }) {
      const row = await lock(tx, merchantOf(actor), params.id)
      if (row.markedAt === null) return current(tx, row)
      const codes = await unmarkCodes(tx, row)
      await audit(tx, request, 'pattern.unmark', { subject: row.id, data: { codes } })
      await reopen(tx, request, row)
      return current(tx, row)
    },
  })
}

async function reopen(tx: Tx, request: FastifyRequest, row: typeof patternCase.$inferSelect): Promise<void> {
  await change(tx, row, { state: 'open', reason: null, closedStrength: null })
  await audit(tx, request, 'pattern.reopen', { subject: row.id })
}

const change = (
  tx: Tx,
  { merchantId, id }: typeof patternCase.$inferSelect,
  set: Partial<Pick<typeof patternCase.$inferInsert, 'state' | 'reason' | 'note' | 'closedStrength'>>,
) =>
  tx
    .update(patternCase)
    .set({ ...set, updatedAt: sql`now()` })
    .where(and(eq(patternCase.merchantId, merchantId), eq(patternCase.id, id)))

const ofMerchant = (merchantId: string, id: string) =>
  and(eq(patternCase.merchantId, merchantId), eq(patternCase.id, id))

async function lock(tx: Tx, merchantId: string, id: string) {
  const [row] = await tx.select().from(patternCase).where(ofMerchant(merchantId, id)).for('update')
  if (!row) throw new Problem(patternProblems.notFound)
  return row
}

const select = (tx: Tx) =>
  tx
    .select({ row: patternCase, order_id: codeOrder.orderId, product: { name: sku.name, sku: sku.sku } })
    .from(patternCase)
    .innerJoin(sku, and(eq(sku.merchantId, patternCase.merchantId), eq(sku.id, patternCase.skuId)))
    .innerJoin(codeOrder, and(eq(codeOrder.merchantId, patternCase.merchantId), eq(codeOrder.id, patternCase.orderId)))
    .$dynamic()

async function find(tx: Tx, merchantId: string, id: string): Promise<CaseRow> {
  const [found] = await select(tx).where(ofMerchant(merchantId, id))
  if (!found) throw new Problem(patternProblems.notFound)
  return found
}

const current = async (tx: Tx, { merchantId, id }: typeof patternCase.$inferSelect): Promise<PatternCase> =>
  view(await find(tx, merchantId, id))

type CaseRow = { row: typeof patternCase.$inferSelect; order_id: string; product: { name: string; sku: string } }

function view({ row, order_id, product }: CaseRow): PatternCase {
  const { id, kind, state, reason, note, orderId, skuId } = row
  return {
    ...{ id, kind, state, reason, note, orderId, order_id },
    ...seenIn(row),
    sku: { id: skuId, ...product },
    markedAt: row.markedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
