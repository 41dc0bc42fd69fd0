import type { FastifyInstance } from 'fastify'
import { merchant } from '#server/core/auth/table.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import { asc, eq, ilike, or, sql } from '#server/core/drizzle/orm.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { features } from '#shared/core/api/features.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type Merchant, merchantContract, merchantProblems } from '#shared/merchant/contract.ts'

export function merchantRoutes(app: FastifyInstance) {
  serve(app, merchantContract, {
    async list({ tx, query }) {
      const { page, limit, search } = query
      const pattern = containsPattern(search)
      const where = search ? or(ilike(merchant.name, pattern), ilike(merchant.code, pattern)) : undefined
      const rows = await tx
        .select()
        .from(merchant)
        .where(where)
        .orderBy(asc(merchant.name), merchant.id)
        .limit(limit)
        .offset((page - 1) * limit)
      return { rows: rows.map(view), total: await tx.$count(merchant, where) }
    },

    async read({ tx, params }) {
      const [row] = await tx.select().from(merchant).where(eq(merchant.id, params.id))
      if (!row) throw new Problem(merchantProblems.notFound)
      return view(row)
    },

    async setFeature({ tx, params, body, request, services }) {
      const { feature, on } = body
      const [row] = await tx.select().from(merchant).where(eq(merchant.id, params.id)).for('update')
      if (!row) throw new Problem(merchantProblems.notFound)
      if (row.features.includes(feature) === on) return view(row)
      const [changed] = await tx
        .update(merchant)
        .set({
          features: on
            ? sql`array_append(${merchant.features}, ${feature})`
            : sql`array_remove(${merchant.features}, ${feature})`,
        })
        .where(eq(merchant.id, row.id))
        .returning()
      await audit(tx, request, on ? 'merchant.featureOn' : 'merchant.featureOff', {
        subject: row.id,
        data: { feature },
        merchantId: row.id,
      })
      await services.events.publish(tx, merchantChannel(row.id), 'features', {})
      return view(changed!)
    },
  })
}

function view({ id, code, name, features: storedFeatures, createdAt }: typeof merchant.$inferSelect): Merchant {
  return {
    id,
    code,
    name,
    features: features.filter((feature) => storedFeatures.includes(feature)),
    createdAt: createdAt.toISOString(),
  }
}
