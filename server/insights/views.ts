import type { FastifyInstance } from 'fastify'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, asc, eq, ne, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { insightsQuotas } from '#shared/insights/quotas.ts'
import { type SavedView, viewContract, viewProblems, viewsOfAccount } from '#shared/insights/view-contract.ts'
import { insightsView } from './table.ts'

/** Views of the account of the caller only. */
const ownViews = (actor: Actor) =>
  and(eq(insightsView.merchantId, merchantOf(actor)), eq(insightsView.accountId, actor.id))
const ownView = (actor: Actor, id: string) => and(ownViews(actor), eq(insightsView.id, id))
const lowerName = sql`lower(${insightsView.name})`

export function viewRoutes(app: FastifyInstance) {
  serve(app, viewContract, {
    async list({ tx, actor }) {
      const rows = await tx.select().from(insightsView).where(ownViews(actor)).orderBy(asc(lowerName))
      return rows.map(savedView)
    },

    async create({ tx, actor, body }) {
      await lockViews(tx, actor)
      if ((await tx.$count(insightsView, ownViews(actor))) >= viewsOfAccount)
        throw new Problem(viewProblems.tooMany, { most: viewsOfAccount })
      await assertQuota(tx, quotaOwnerOf(actor), insightsQuotas.insightsViews)
      await assertNameIsFree(tx, actor, body.name)
      const [row] = await tx
        .insert(insightsView)
        .values({ merchantId: merchantOf(actor), accountId: actor.id, ...body })
        .returning()
      return savedView(row!)
    },

    async update({ tx, actor, params: { id }, body }) {
      await lockViews(tx, actor)
      await assertNameIsFree(tx, actor, body.name, id)
      const [row] = await tx.update(insightsView).set(body).where(ownView(actor, id)).returning()
      if (!row) throw new Problem(viewProblems.notFound)
      return savedView(row)
    },

    async remove({ tx, actor, params: { id } }) {
      const { rowCount } = await tx.delete(insightsView).where(ownView(actor, id))
      if (rowCount === 0) throw new Problem(viewProblems.notFound)
      return done
    },
  })
}

/** Until the commit, no other call changes the views of the account: their number and names are checked before a write. */
async function lockViews(tx: Tx, { id }: Actor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`insights-views:${id}`}, 0))`)
}

async function assertNameIsFree(tx: Tx, actor: Actor, name: string, except?: string): Promise<void> {
  const taken = await tx.$count(
    insightsView,
    and(ownViews(actor), eq(lowerName, sql`lower(${name})`), except ? ne(insightsView.id, except) : undefined),
  )
  if (taken > 0) throw new Problem(viewProblems.nameTaken)
}

const savedView = ({ id, name, view }: typeof insightsView.$inferSelect): SavedView => ({ id, name, view })
